#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The RV32 image as a command that speaks MCP on its standard input and output; see qemu-cortex-m3.sh.
exec 3<&0
exec qemu-system-riscv32 -M virt -bios none -display none -monitor none -serial stdio \
    -kernel "${1:-$(dirname "$0")/../../build/demo/rv32.elf}" < <(cat <&3; printf '\004')
