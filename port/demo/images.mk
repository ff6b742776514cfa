# SPDX-License-Identifier: MIT
# The node as firmware:  make -f port/demo/images.mk build/demo/cortex-m3.elf build/demo/rv32.elf
# A board is a folder beside this file; what it is compiled with stands here.

STRICT  = -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Werror
FLAGS   = $(STRICT) -Os -ffunction-sections -fdata-sections -specs=picolibc.specs -Iinclude -Isrc -isystem build/jsmn
LIBRARY = $(wildcard src/*.c src/dialect/*.c)
NODE    = $(wildcard port/demo/*.c)
HEADERS = $(wildcard include/mcperr/*.h src/*.h port/demo/*.h port/demo/*/*.h port/*/port.h) build/jsmn/jsmn.h

cortex-m3/CC     = arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb
cortex-m3/SOURCE = port/cortex-m/port.c port/demo/cortex-m3/startup.c port/demo/cortex-m3/board.c
rv32/CC          = riscv64-unknown-elf-gcc -march=rv32imac -misa-spec=2.2 -mabi=ilp32 -mcmodel=medany -DMCPERR_MTIME_HZ=10000000
rv32/SOURCE      = port/riscv/port.c port/demo/rv32/start.S port/demo/rv32/board.c
rv32/LINK        = -Wl,--no-warn-rwx-segments

.PHONY: all
all: build/demo/cortex-m3.elf build/demo/rv32.elf

objects = $(patsubst %,build/demo/$(1)/%.o,$(basename $($(1)/SOURCE) $(NODE) $(LIBRARY)))

define board
build/demo/$(1).elf: $(call objects,$(1)) port/demo/$(1)/link.ld
	$$($(1)/CC) $$(FLAGS) -nostartfiles -T port/demo/$(1)/link.ld -Wl,--gc-sections -Wl,-Map=build/demo/$(1).map \
	  $$($(1)/LINK) $(call objects,$(1)) -o $$@
build/demo/$(1)/%.o: %.c $$(HEADERS)
	@mkdir -p $$(@D)
	$$($(1)/CC) $$(FLAGS) -c $$< -o $$@
build/demo/$(1)/%.o: %.S
	@mkdir -p $$(@D)
	$$($(1)/CC) -c $$< -o $$@
endef
$(eval $(call board,cortex-m3))
$(eval $(call board,rv32))
