/* SPDX-License-Identifier: MIT */
/*
 * The benchmark on bare metal, under QEMU: for each contender, job and envelope the instructions and the
 * stack. With -icount shift=0 an instruction takes one nanosecond of the emulated clocks, so that a timer
 * counts them.
 */
#include "bench.h"

#include <stdio.h>
#include <string.h>

enum { TIMES = 200, PAINTED = 8 * 1024, PAINT = 0xA5, KNOWN = 100000 };

static subject now;
static results out;

/* ---- the clock
 * --------------------------------------------------------------------------------------------- */

#ifdef __riscv
enum { INSTRUCTIONS_A_TICK = 1 };
#define STACK_POINTER "mv %0, sp"
#define KNOWN_LOOP "1: addi %0, %0, -1\n bnez %0, 1b"
static void clock_begin(void) {}
static uint32_t clock_ticks(void)
{
    uint32_t count;

    __asm__ volatile("csrr %0, minstret" : "=r"(count));
    return count;
}
static uint32_t clock_between(uint32_t begin, uint32_t end) { return end - begin; }
#else
enum { INSTRUCTIONS_A_TICK = 40 }; /* 25 MHz */
#define STACK_POINTER "mov %0, sp"
#define KNOWN_LOOP ".syntax unified\n 1: subs %0, #1\n bne 1b"
static volatile uint32_t *const systick = (volatile uint32_t *)0xE000E010;
static void clock_begin(void)
{
    systick[1] = 0xFFFFFF;
    systick[2] = 0;
    systick[0] = 5; /* the processor's clock, no interrupt */
}
static uint32_t clock_ticks(void) { return systick[2]; }
static uint32_t clock_between(uint32_t begin, uint32_t end) { return (begin - end) & 0xFFFFFF; }
#endif

/* The clock's answer for two instructions, KNOWN times: to see that it can be believed. */
static uint32_t known_loop(void)
{
    uint32_t left = KNOWN;
    const uint32_t begin = clock_ticks();

    __asm__ volatile(KNOWN_LOOP : "+r"(left) : : "cc");
    return clock_between(begin, clock_ticks()) * INSTRUCTIONS_A_TICK;
}

/* Instructions of one run, times 10. */
static __attribute__((noinline)) uint32_t count(const contender *c, unsigned job)
{
    const uint32_t begin = clock_ticks();

    for (unsigned i = 0; i < TIMES; i++)
        (void)do_job(c, job, &now, &out);
    return clock_between(begin, clock_ticks()) * INSTRUCTIONS_A_TICK / (TIMES / 10);
}

/* ---- the stack
 * ----------------------------------------------------------------------------------------------- */

/* Paint what is below this frame, do the job, and look how far the paint is gone. */
static __attribute__((noinline)) size_t stack_of(const contender *c, unsigned job, size_t *done)
{
    volatile unsigned char *top, *at;

    __asm__ volatile(STACK_POINTER : "=r"(top));
    for (at = top - PAINTED; at < top; at++)
        *at = PAINT;
    *done = do_job(c, job, &now, &out);
    for (at = top - PAINTED; at < top && *at == PAINT;)
        at++;
    return (size_t)(top - at);
}

int main(void)
{
    uint32_t nothing = 0;
    size_t nothing_stack = 0;

    clock_begin();
    printf("known\t%lu\t%lu\n", 2UL * KNOWN, (unsigned long)known_loop());
    for (unsigned e = 0; e < ENVELOPES; e++) {
        prepare(&now, e);
        for (unsigned job = 0; job < JOBS; job++)
            for (size_t i = 0; i < contender_count; i++) {
                const contender *const c = contenders[i];
                size_t done;
                if (!does(c, job))
                    continue;
                const size_t stack = stack_of(c, job, &done);
                const bool right = is_right(job, done, &now, &out);
                const uint32_t instructions = count(c, job);
                if (c == &nothing_contender) {
                    nothing = instructions;
                    nothing_stack = stack;
                    continue;
                }
                printf("%s\t%s\t%s\t%lu\t%lu\t%s\n", c->name, job_names[job], now.envelope->name,
                       (unsigned long)(instructions - nothing + 5) / 10,
                       (unsigned long)(stack - nothing_stack), right ? "right" : "wrong");
            }
    }
    return 0;
}
