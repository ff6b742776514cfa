/* SPDX-License-Identifier: MIT */
/* QEMU's board `virt`: one RV32 hart in machine mode, a 16550 UART behind a PLIC, mtime, and a device that
   ends it all. */
#include "../board.h"
#include "../../riscv/port.h"

#define BYTE(address) (*(volatile uint8_t *)(uintptr_t)(address))
#define WORD(address) (*(volatile uint32_t *)(uintptr_t)(address))

/* ---- the UART ---------------------------------------------------------------------------------------- */

#define UART 0x10000000u
#define UART_DATA BYTE(UART + 0)
#define UART_INTERRUPTS BYTE(UART + 1)
#define UART_FORMAT BYTE(UART + 3)
#define UART_STATE BYTE(UART + 5)
enum { RX_READY = 1, RX_OVERRUN = 2, TX_EMPTY = 32 }; /* state; reading it clears the overrun */

static volatile uint32_t overruns;

/* Reading the state clears the overrun in it, so that each reading counts it. With interrupts held off. */
static unsigned read_state(void)
{
    const unsigned state = UART_STATE;

    overruns += (state & RX_OVERRUN) != 0;
    return state;
}

/* The interrupt stays due while there are bytes, so that it is off while there is no room for them. */
void board_listen(void)
{
    while (board_has_room() && (read_state() & RX_READY) != 0)
        board_received((char)UART_DATA);
    UART_INTERRUPTS = board_has_room();
}

uint32_t board_overruns(void) { return overruns; }

static bool may_send(void)
{
    const mcperr_port port = board_port();
    const uint32_t key = port.lock(port.ctx);
    const bool empty = (read_state() & TX_EMPTY) != 0;

    port.unlock(port.ctx, key);
    return empty;
}

void board_send(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        while (!may_send()) {
        }
        UART_DATA = (unsigned char)bytes[i];
    }
}

/* ---- interrupts -------------------------------------------------------------------------------------- */

#define UART_IRQ 10u
#define PLIC 0x0C000000u
#define PLIC_PRIORITY(irq) WORD(PLIC + 4u * (irq))
#define PLIC_ENABLE WORD(PLIC + 0x2000u) /* of hart 0 in machine mode, as the rest */
#define PLIC_THRESHOLD WORD(PLIC + 0x200000u)
#define PLIC_CLAIM WORD(PLIC + 0x200004u)

#define EXTERNAL 11u
#define CAUSE_EXTERNAL (1u << 31 | EXTERNAL)
#define MSTATUS_MIE 8u

__attribute__((interrupt("machine"), aligned(4))) static void trap(void)
{
    uint32_t cause;

    __asm__ volatile("csrr %0, mcause" : "=r"(cause));
    if (cause != CAUSE_EXTERNAL)
        board_end(2);
    const uint32_t irq = PLIC_CLAIM;
    if (irq == UART_IRQ)
        board_listen();
    PLIC_CLAIM = irq;
}

mcperr_port board_port(void) { return mcperr_port_riscv(); }

void board_begin(void)
{
    UART_FORMAT = 3; /* 8 bits, no parity, 1 stop bit; no FIFO, for switching it on drops what has come */
    PLIC_PRIORITY(UART_IRQ) = 1;
    PLIC_ENABLE = 1u << UART_IRQ;
    PLIC_THRESHOLD = 0;
    __asm__ volatile("csrw mtvec, %0" : : "r"((uintptr_t)trap));
    __asm__ volatile("csrs mie, %0" : : "r"(1u << EXTERNAL));
    __asm__ volatile("csrs mstatus, %0" : : "r"(MSTATUS_MIE) : "memory");
    UART_INTERRUPTS = 1; /* on data; last, for the PLIC sees a line that rises */
}

void board_sleep(void) { __asm__ volatile("wfi" : : : "memory"); }

/* ---- the end ----------------------------------------------------------------------------------------- */

#define FINISHER WORD(0x00100000u)

void board_end(int status)
{
    FINISHER = status == 0 ? 0x5555u : (uint32_t)status << 16 | 0x3333u;
    for (;;)
        board_sleep();
}
