/* SPDX-License-Identifier: MIT */
/* ARM's MPS2 board with the image AN385: Cortex-M3 at 25 MHz, CMSDK UART 0. Runs under QEMU as mps2-an385. */
#include "../board.h"
#include "../../cortex-m/port.h"
#include "board.h"

#include "mcperr/json.h"

#define CORE_HZ 25000000u
#define BAUD 115200u

#define WORD(address) (*(volatile uint32_t *)(uintptr_t)(address))

/* ---- the UART ---------------------------------------------------------------------------------------- */

#define UART_DATA WORD(0x40004000u)
#define UART_STATE WORD(0x40004004u)
#define UART_CONTROL WORD(0x40004008u)
#define UART_INTERRUPT WORD(0x4000400Cu)
#define UART_DIVIDER WORD(0x40004010u)
enum { TX_FULL = 1, RX_FULL = 2, RX_OVERRUN = 8 };  /* state; overrun is cleared by writing it */
enum { TX_ON = 1, RX_ON = 2, RX_INTERRUPT_ON = 8 }; /* control */
enum { RX_INTERRUPT = 2 };                          /* interrupt; cleared by writing it */
#define UART_RX_IRQ 0
#define NVIC_ENABLE WORD(0xE000E100u)

static volatile uint32_t overruns;

/* A byte that finds no room stays in the UART, whose one register is then full: a sender that heeds that
   waits, and one that does not causes an overrun, which is counted. */
void board_listen(void)
{
    UART_INTERRUPT = RX_INTERRUPT;
    while ((UART_STATE & RX_FULL) != 0 && board_has_room())
        board_received((char)UART_DATA);
    if ((UART_STATE & RX_OVERRUN) != 0) {
        UART_STATE = RX_OVERRUN;
        overruns++;
    }
}

void uart_handler(void) { board_listen(); }

uint32_t board_overruns(void) { return overruns; }

void board_send(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        while ((UART_STATE & TX_FULL) != 0) {
        }
        UART_DATA = (unsigned char)bytes[i];
    }
}

/* ---- time and sleep ---------------------------------------------------------------------------------- */

void systick_handler(void) { mcperr_cortex_m_tick(); }

mcperr_port board_port(void) { return mcperr_port_cortex_m(); }

void board_begin(void)
{
    mcperr_cortex_m_start(CORE_HZ);
    UART_DIVIDER = CORE_HZ / BAUD;
    UART_CONTROL = TX_ON | RX_ON | RX_INTERRUPT_ON;
    NVIC_ENABLE = 1u << UART_RX_IRQ;
}

void board_sleep(void) { __asm__ volatile("dsb\n\twfi" : : : "memory"); }

/* ---- the end ----------------------------------------------------------------------------------------- */

/* Ask who runs this: a debugger, or an emulator. */
static void semihosting(uint32_t what, const void *about)
{
    register uint32_t operation __asm__("r0") = what;
    register const void *argument __asm__("r1") = about;

    __asm__ volatile("bkpt 0xAB" : "+r"(operation) : "r"(argument) : "memory");
}

void semihosting_exit(int status)
{
    const uint32_t reason[2] = {0x20026, (uint32_t)status}; /* ADP_Stopped_ApplicationExit */

    semihosting(0x20, reason); /* SYS_EXIT_EXTENDED */
    for (;;) {
    }
}

/* Tell, beside the wire, how much of the stack was ever in use. */
void board_end(int status)
{
    char text[64];
    mcperr_json w;

    mcperr_json_init(&w, text, sizeof text - 1);
    mcperr_json_object(&w, NULL);
    mcperr_json_uint(&w, "stack", stack_room());
    mcperr_json_uint(&w, "used", stack_used());
    mcperr_json_end(&w);
    if (mcperr_json_finish(&w) == MCPERR_OK) {
        text[w.len] = '\n';
        text[w.len + 1] = '\0';
        semihosting(0x04, text); /* SYS_WRITE0 */
    }
    semihosting_exit(status);
}
