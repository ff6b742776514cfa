# Everything that `make test` runs. One check is one target here; tests/tools/check.sh runs it and keeps its count.

TARGETS := gcc clang m32 s390x cortex-m3 cortex-m0 rv32
MCP     := judge unit agent transcript conformance host cortex-m3 rv32
FUZZERS := $(patsubst fuzz/fuzz_%,%,$(basename $(wildcard fuzz/fuzz_*.c fuzz/fuzz_*.cc)))
CHECKS  := $(TARGETS:%=unit-%) unit-jsmn-head same-bytes golden vectors schemas coverage command readme examples ports promtool posix \
	exchange serve image \
	footprint bench symbols-gcc symbols-cortex-m0 symbols-cortex-m3 symbols-rv32 stack headers tidy cppcheck format links \
	$(MCP:%=mcp-%) $(FUZZERS:%=fuzz-%)

CHECK = +@tests/tools/check.sh $@

.PHONY: all $(CHECKS) begin built
all: $(CHECKS)
	@tests/tools/verdict.sh $(CHECKS)

$(CHECKS): begin
begin:
	@rm -rf build/check
	@echo "running $(words $(CHECKS)) checks; logs in build/check"
	@$(MAKE) -s all

# The slow ones first, so that two cores stay busy.
$(FUZZERS:%=fuzz-%): fuzz-%: begin
	$(CHECK) $(MAKE) -s -f fuzz/fuzz.mk smoke-$*

$(TARGETS:%=unit-%): unit-%: begin
	$(CHECK) $(MAKE) -s -f tests/target/rules.mk TARGET=$*

# jsmn's development head has other values for its constants, and tagged structs.
unit-jsmn-head: begin
	@mkdir -p build/jsmn-head
	@awk '/^typedef struct \{/ {print "typedef struct jsmn_tag" ++n " {"; next} \
	  {sub(/ARRAY = 2/, "ARRAY = 1 << 1"); sub(/STRING = 3/, "STRING = 1 << 2"); sub(/PRIMITIVE = 4/, "PRIMITIVE = 1 << 3"); print}' \
	  build/jsmn/jsmn.h >build/jsmn-head/jsmn.h
	$(CHECK) $(MAKE) -s -f tests/target/rules.mk TARGET=gcc OUT=build/target/jsmn-head JSMN=build/jsmn-head

same-bytes: $(TARGETS:%=unit-%)
	$(CHECK) tests/tools/same-bytes.sh $(TARGETS:%=build/check/unit-%.log)

golden: begin
	$(CHECK) tests/tools/golden.py --check tests/test_json_check.c

ports: begin
	$(CHECK) tests/tools/ports.sh

promtool: begin
	$(CHECK) tests/tools/promtool.sh

posix: begin
	$(CHECK) tests/tools/posix.sh

.PHONY: images
images: begin
	@$(MAKE) -s -f port/demo/images.mk

exchange: images
	$(CHECK) tests/mcp/exchange.sh

image: images
	$(CHECK) tests/mcp/image.py --check docs/mcp.md

serve: begin
	$(CHECK) tests/mcp/serve.sh build/mcperr

vectors: begin
	$(CHECK) tests/tools/vectors.py --check

schemas: begin
	$(CHECK) tests/schemas/run.sh

mcp-cortex-m3 mcp-rv32: images
$(MCP:%=mcp-%): mcp-%: begin
	$(CHECK) tests/mcp/run.sh $*

examples: begin
	$(CHECK) tests/tools/examples.sh

footprint: begin
	$(CHECK) tests/tools/footprint.py --check README.md

bench: begin
	$(CHECK) tests/bench/bench.py --quick

coverage: begin
	$(CHECK) tests/tools/coverage.sh

command: begin
	$(CHECK) tests/test_command.sh build/mcperr

readme: begin
	$(CHECK) tests/tools/readme.py

$(filter symbols-%,$(CHECKS)): symbols-%: unit-%
	$(CHECK) tests/tools/symbols.sh $* build/target/$*

stack: begin
	$(CHECK) tests/tools/stack.py

headers: begin
	$(CHECK) tests/tools/headers.sh

tidy: begin
	$(CHECK) clang-tidy --quiet --warnings-as-errors='*' src/*.c src/dialect/*.c port/posix/*.c port/demo/*.c -- \
	  -std=c99 -Iinclude -Isrc -isystem build/jsmn -D_POSIX_C_SOURCE=200809L

cppcheck: begin
	$(CHECK) cppcheck --quiet --std=c99 --enable=warning,style,performance,portability --inline-suppr \
	  --suppress=missingIncludeSystem --error-exitcode=1 -Iinclude -Isrc src port/posix port/demo

format: begin
	$(CHECK) sh -c "git ls-files '*.c' '*.h' '*.cc' | xargs clang-format --dry-run --Werror"

links: begin
	$(CHECK) tests/tools/links.py
