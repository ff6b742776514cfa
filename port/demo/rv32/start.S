/* SPDX-License-Identifier: MIT */
/* From reset to main on one RISC-V hart in machine mode; the others sleep. */
    .section .text.start, "ax"
    .globl start
start:
    csrr t0, mhartid
    bnez t0, park
    .option push
    .option norelax
    la gp, __global_pointer$
    .option pop
    la sp, stack_end
    la t0, bss_begin
    la t1, bss_end
clear:
    bgeu t0, t1, run
    sw zero, 0(t0)
    addi t0, t0, 4
    j clear
run:
    call main
    call board_end
park:
    wfi
    j park
