# Fuzz harnesses: each fuzz_NAME.c or .cc is one, with its seeds in corpus/NAME.
#   make -f fuzz/fuzz.mk smoke-NAME    replay the seeds, then a fixed number of runs (part of `make test`)
#   make -f fuzz/fuzz.mk               FUZZ_SECONDS of each

FUZZ_SECONDS ?= 60
FUZZERS := $(patsubst fuzz/fuzz_%,%,$(basename $(wildcard fuzz/fuzz_*.c fuzz/fuzz_*.cc)))
SANITIZE := -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
INCLUDE := -Iinclude -Isrc -Ifuzz -isystem build/jsmn
SOURCES := $(wildcard src/*.c src/dialect/*.c)
OBJECTS := $(SOURCES:%.c=build/fuzz/%.o)
HEADERS := $(wildcard include/mcperr/*.h src/*.h fuzz/*.h)

# Runs of a smoke test: about six seconds each, two at a time.
RUNS_check = 60000
RUNS_write = 80000
RUNS_text = 60000
RUNS_differential = 200000
RUNS_decode = 60000
RUNS_read = 8000
RUNS_emit = 4000
RUNS_reply = 8000
RUNS_audit = 2500
RUNS_endpoint = 10000

# The words that a harness is given: those of JSON, or of its own room.
DICT_decode = error
DICT_read = error
DICT_emit = error
DICT_reply = reply
DICT_audit = audit
DICT_endpoint = mcp
DICT = fuzz/$(or $(DICT_$*),json).dict

.PHONY: all
all: $(FUZZERS:%=long-%)

smoke-%: build/fuzz/fuzz_% build/fuzz/replay_%
	build/fuzz/replay_$* fuzz/corpus/$*
	@rm -rf build/fuzz/smoke-$* && mkdir -p build/fuzz/smoke-$*
	build/fuzz/fuzz_$* -runs=$(RUNS_$*) -seed=1 -max_len=1024 -dict=$(DICT) -artifact_prefix=build/fuzz/ \
	  build/fuzz/smoke-$* fuzz/corpus/$* 2>&1 | tail -n 40 ; test $${PIPESTATUS[0]} -eq 0
	@echo "1 passed, 0 failed"

long-%: build/fuzz/fuzz_%
	@mkdir -p build/fuzz/found-$*
	build/fuzz/fuzz_$* -max_total_time=$(FUZZ_SECONDS) -dict=$(DICT) -artifact_prefix=build/fuzz/ \
	  build/fuzz/found-$* fuzz/corpus/$*

build/fuzz/fuzz_%: fuzz/fuzz_%.c $(OBJECTS)
	clang -std=c99 $(SANITIZE) -fsanitize=fuzzer $(INCLUDE) $^ -o $@

build/fuzz/fuzz_%: fuzz/fuzz_%.cc $(OBJECTS)
	clang++ -std=c++17 $(SANITIZE) -fsanitize=fuzzer $(INCLUDE) $^ -o $@

# The same harness without libFuzzer, over files: the seeds are plain regression tests for any compiler.
build/fuzz/replay_%: fuzz/fuzz_%.c fuzz/replay.c $(SOURCES) $(HEADERS)
	gcc -std=c99 -O2 $(INCLUDE) fuzz/fuzz_$*.c fuzz/replay.c $(SOURCES) -o $@

build/fuzz/replay_%: fuzz/fuzz_%.cc build/fuzz/replay.o $(OBJECTS)
	clang++ -std=c++17 $(SANITIZE) $(INCLUDE) $^ -o $@

build/fuzz/replay.o: fuzz/replay.c
	clang -std=c99 $(SANITIZE) -c $< -o $@

build/fuzz/%.o: %.c $(HEADERS)
	@mkdir -p $(dir $@)
	clang -std=c99 $(SANITIZE) -fsanitize=fuzzer-no-link $(INCLUDE) -c $< -o $@

.SECONDARY:
SHELL := /bin/bash
