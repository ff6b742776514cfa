# Build and run the unit tests for one target:  make -f tests/target/rules.mk TARGET=cortex-m3
# A target is a file beside this one that sets TARGET_CC, TARGET_FLAGS, TARGET_LINK and TARGET_RUN.

# Semihosted output arrives on stderr. Nothing may wait for input, and nothing may run for ever.
SEMIHOST = -display none -monitor none -serial none -semihosting-config enable=on,target=native -kernel

include tests/target/$(TARGET).mk

JSMN    ?= build/jsmn
OUT     ?= build/target/$(TARGET)
STRICT   = -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Werror
FLAGS    = $(STRICT) $(TARGET_FLAGS) -Iinclude -Isrc -Itests -isystem $(JSMN)
SOURCES  = $(wildcard src/*.c src/dialect/*.c)
HEADERS  = $(wildcard include/mcperr/*.h src/*.h tests/*.h tests/vectors/*.h port/*.h port/*/*.[ch]) $(JSMN)/jsmn.h
OBJECTS  = $(SOURCES:%.c=$(OUT)/%.o)
PROGRAMS = $(patsubst tests/%.c,$(OUT)/%,$(wildcard tests/test_*.c))

.PHONY: run
run: $(PROGRAMS)
	@failed=0; for program in $(PROGRAMS); do \
	  echo "$$(basename $$program):"; \
	  timeout 300 $(TARGET_RUN) $$program </dev/null 2>&1 || { echo "exit status $$?"; failed=1; }; \
	done; exit $$failed

$(OUT)/%: tests/%.c $(OBJECTS) $(HEADERS)
	$(TARGET_CC) $(FLAGS) $< $(OBJECTS) $(TARGET_LINK) -o $@

$(OUT)/%.o: %.c $(HEADERS)
	@mkdir -p $(dir $@)
	$(TARGET_CC) $(FLAGS) -c $< -o $@

.SECONDARY: $(OBJECTS)
