#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Cortex-M3 image as a command that speaks MCP on its standard input and output. When the input ends, so does the
# emulator: EOT, a byte that no message holds, tells the node that the client has hung up.
exec 3<&0
exec qemu-system-arm -M mps2-an385 -display none -monitor none -serial stdio -semihosting-config enable=on,target=native \
    -kernel "${1:-$(dirname "$0")/../../build/demo/cortex-m3.elf}" < <(cat <&3; printf '\004')
