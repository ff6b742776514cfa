/* SPDX-License-Identifier: MIT */
/* Bare metal on one Cortex-M core of any architecture: interrupts are held off by PRIMASK, time is SysTick's.
   Checked: tests/test_port.c on Cortex-M0 (microbit) and Cortex-M3 (mps2-an385) under QEMU. */
#include "port.h"

#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))
#define SYST_CSR REGISTER(0xE000E010u)
#define SYST_RVR REGISTER(0xE000E014u)
#define SYST_CVR REGISTER(0xE000E018u)
#define ICSR REGISTER(0xE000ED04u)
#define PENDSTSET (1u << 26)

static volatile uint32_t milliseconds;

void mcperr_cortex_m_start(uint32_t core_hz)
{
    SYST_RVR = core_hz / 1000u - 1u;
    SYST_CVR = 0;
    SYST_CSR = 7; /* core clock, interrupt, on */
}

void mcperr_cortex_m_tick(void) { milliseconds++; }

static uint32_t mono_ms(void *ctx) { return (void)ctx, milliseconds; }

/* SysTick counts down. It may have started again while its interrupt is held off. */
static uint32_t fine_us(void *ctx)
{
    const uint32_t reload = SYST_RVR;
    uint32_t before, ms, left;

    (void)ctx;
    do {
        before = ms = milliseconds;
        left = SYST_CVR;
        if ((ICSR & PENDSTSET) != 0) {
            left = SYST_CVR;
            ms++;
        }
    } while (before != milliseconds);
    return ms * 1000u + (reload - left) * 1000u / (reload + 1u);
}

/* Unlocking restores what was, for the caller may have held interrupts off before. */
static uint32_t lock(void *ctx)
{
    uint32_t primask;

    (void)ctx;
    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(primask) : : "memory");
    return primask;
}

static void unlock(void *ctx, uint32_t primask)
{
    (void)ctx;
    __asm__ volatile("msr primask, %0" : : "r"(primask) : "memory");
}

mcperr_port mcperr_port_cortex_m(void)
{
    const mcperr_port port = {.mono_ms = mono_ms, .fine_us = fine_us, .lock = lock, .unlock = unlock};
    return port;
}
