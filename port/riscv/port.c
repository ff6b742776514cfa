/* SPDX-License-Identifier: MIT */
/* Bare metal on one RISC-V hart in machine mode, 32 or 64 bits: interrupts are held off by mstatus.MIE, time
   is mtime. Define MCPERR_MTIME_HZ, and MCPERR_MTIME_ADDRESS if it is not where SiFive's CLINT has it.
   Checked: tests/test_port.c on RV32 (virt) under QEMU; compiled for RV64. */
#include "port.h"

#ifndef MCPERR_MTIME_ADDRESS
#define MCPERR_MTIME_ADDRESS 0x0200BFF8u
#endif
#define TICKS_PER_MS (MCPERR_MTIME_HZ / 1000u)
#if MCPERR_MTIME_HZ % 1000 != 0 || MCPERR_MTIME_HZ < 1000 || MCPERR_MTIME_HZ > 65535000
#error "MCPERR_MTIME_HZ must be defined, and be whole kHz up to 65535"
#endif

#define MIE 8u

/* Milliseconds of a count, and the ticks beyond: long division by digits of 16 bits. */
static uint32_t ms_of(uint32_t high, uint32_t low, uint32_t *rest)
{
    const uint32_t digits[4] = {high >> 16, high & 0xFFFFu, low >> 16, low & 0xFFFFu};
    uint32_t ms = 0;

    *rest = 0;
    for (unsigned i = 0; i < 4; i++) {
        *rest = *rest << 16 | digits[i];
        ms = ms << 16 | *rest / TICKS_PER_MS;
        *rest %= TICKS_PER_MS;
    }
    return ms;
}

/* The low half may wrap between two reads; then the high half differs, and both are read again. */
static uint32_t now(uint32_t *rest)
{
    const volatile uint32_t *const mtime = (const volatile uint32_t *)(uintptr_t)MCPERR_MTIME_ADDRESS;
    uint32_t high, low;

    do {
        high = mtime[1];
        low = mtime[0];
    } while (high != mtime[1]);
    return ms_of(high, low, rest);
}

static uint32_t mono_ms(void *ctx)
{
    uint32_t rest;

    (void)ctx;
    return now(&rest);
}

static uint32_t fine_us(void *ctx)
{
    uint32_t rest;
    const uint32_t ms = now(&rest);

    (void)ctx;
    return ms * 1000u + rest * 1000u / TICKS_PER_MS;
}

/* Unlocking restores what was, for the caller may have held interrupts off before. */
static uint32_t lock(void *ctx)
{
    uintptr_t mstatus;

    (void)ctx;
    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(mstatus) : : "memory");
    return (uint32_t)mstatus & MIE;
}

static void unlock(void *ctx, uint32_t key)
{
    (void)ctx;
    __asm__ volatile("csrs mstatus, %0" : : "r"((uintptr_t)key) : "memory");
}

mcperr_port mcperr_port_riscv(void)
{
    const mcperr_port port = {.mono_ms = mono_ms, .fine_us = fine_us, .lock = lock, .unlock = unlock};
    return port;
}
