# mcperr: `make help` lists the targets.

VERSION := $(shell awk '/define MCPERR_VERSION_(MAJOR|MINOR|PATCH) / {v = v d $$3; d = "."} END {print v}' include/mcperr/mcperr.h)

CFLAGS   ?= -O2 -g
JSMN_DIR ?= /usr/include# where jsmn.h is: 1.1.0 or later
FUZZ_SECONDS ?= 60# for each harness of `make fuzz`

STRICT  := -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual
INCLUDE := -Iinclude -Isrc -isystem build/jsmn
SOURCES := $(wildcard src/*.c src/dialect/*.c)
OBJECTS := $(SOURCES:%.c=build/%.o)
NODE    := $(patsubst %,build/port/posix/%.o,node port audit_file metrics_file)
COMMAND := $(filter-out build/port/posix/node.o,$(patsubst %.c,build/%.o,$(wildcard port/posix/*.c))) \
	build/port/demo/node.o build/port/demo/server.o
IMAGES  := build/demo/cortex-m3.elf build/demo/rv32.elf
HEADERS := $(wildcard include/mcperr/*.h src/*.h port/*.h port/posix/*.h port/demo/*.h)

.PHONY: all help demo demo-qemu $(IMAGES) test bench bench-quick fuzz coverage deps format clean
all: build/libmcperr.a build/mcperr ## the library build/libmcperr.a and the command build/mcperr

help: ## this list
	@echo "mcperr $(VERSION)"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))
	@echo "Settings: CC= CFLAGS= JSMN_DIR= (folder of another jsmn.h) FUZZ_SECONDS="

build/libmcperr.a: $(OBJECTS)
	@rm -f $@
	$(AR) rcs $@ $^

build/mcperr: $(COMMAND) build/libmcperr.a
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -pthread -o $@

build/node: $(NODE) build/libmcperr.a
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -pthread -o $@

build/%.o: %.c $(HEADERS) build/jsmn/jsmn.h
	@mkdir -p $(dir $@)
	$(CC) $(STRICT) $(CFLAGS) $(CPPFLAGS) $(INCLUDE) -c $< -o $@

# jsmn.h alone in a folder: cross compilers must not see the rest of /usr/include.
build/jsmn/jsmn.h: build-deps
	@mkdir -p $(dir $@)
	@cmp -s $(JSMN_DIR)/jsmn.h $@ || cp $(JSMN_DIR)/jsmn.h $@

$(IMAGES): build/jsmn/jsmn.h
	@tests/tools/deps.sh images
	@$(MAKE) -s --no-print-directory -f port/demo/images.mk $@

demo: all build/node ## show the main job in a few examples
	@port/posix/demo.sh build/mcperr
	@port/posix/demo_node.sh build/mcperr build/node
	@port/demo/talk.sh build/mcperr serve

demo-qemu: build/demo/cortex-m3.elf ## boot the node on an emulated Cortex-M3 and talk to it
	@port/demo/talk.sh port/demo/qemu-cortex-m3.sh

test: deps ## run every test and gate; ends with `N passed, M failed`
	@$(MAKE) --no-print-directory -f tests/checks.mk -j2

bench: deps ## measure everything next to its peers; writes docs/performance.md and its picture
	@tests/tools/deps.sh bench
	@JSMN_DIR=$(JSMN_DIR) tests/bench/bench.py

bench-quick: deps ## instructions and sizes against their budgets, in less than a minute
	@JSMN_DIR=$(JSMN_DIR) tests/bench/bench.py --quick

fuzz: deps ## run each fuzz harness for FUZZ_SECONDS
	@$(MAKE) --no-print-directory -f fuzz/fuzz.mk FUZZ_SECONDS=$(FUZZ_SECONDS)

coverage: deps ## branch coverage of src/ by the unit tests, line by line in build/coverage
	@$(MAKE) --no-print-directory -f tests/checks.mk coverage && cat build/check/coverage.log

deps: ## install what building and testing need (Debian; as root)
	@JSMN_DIR=$(JSMN_DIR) tests/tools/deps.sh build images test

.PHONY: build-deps
build-deps:
	@JSMN_DIR=$(JSMN_DIR) tests/tools/deps.sh build

format: ## clang-format on all sources
	clang-format -i $$(git ls-files '*.c' '*.h' '*.cc')

clean: ## remove build/
	rm -rf build
