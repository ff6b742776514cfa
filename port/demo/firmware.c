/* SPDX-License-Identifier: MIT */
/* The node on bare metal: what all boards share. */
#include "board.h"
#include "node.h"

#include <string.h>

#define END_OF_TRANSMISSION 4 /* hangs up: no line of JSON holds this byte */

static mcperr_port port;

/* ---- the wire ---------------------------------------------------------------------------------------- */

/* Bytes on their way from the interrupt, which alone moves `in`, to the server, which alone moves `out`. */
#define ROOM 512u /* a power of two: both count on, and wrap with it */
static char bytes_in[ROOM];
static volatile uint32_t in, out;

#define BARRIER() __asm__ volatile("" : : : "memory") /* the bytes before the count that tells of them */

bool board_has_room(void) { return in - out < ROOM; }

void board_received(char byte)
{
    bytes_in[in % ROOM] = byte;
    BARRIER();
    in++;
}

/* Whether a byte is there is looked at with interrupts held off, lest one comes just before the sleep. */
static void wait_for_byte(void)
{
    while (in == out) {
        const uint32_t key = port.lock(port.ctx);
        if (in == out)
            board_sleep();
        port.unlock(port.ctx, key);
    }
}

static size_t receive(const char **bytes, bool wait)
{
    if (wait)
        wait_for_byte();
    const uint32_t begin = out % ROOM, there = in - out, most = ROOM - begin;
    size_t size = 0;
    BARRIER();
    *bytes = bytes_in + begin;
    while (size < there && size < most && bytes_in[begin + size] != END_OF_TRANSMISSION)
        size++;
    return size;
}

/* A UART that had to wait for room goes on. */
static void taken(size_t size)
{
    BARRIER();
    out += (uint32_t)size;
    const uint32_t key = port.lock(port.ctx);
    board_listen();
    port.unlock(port.ctx, key);
}

/* Sending is polled. The interrupt goes on receiving meanwhile. */
static bool send(const char *bytes, size_t size)
{
    board_send(bytes, size);
    return true;
}

/* ---- a flash for the audit log ------------------------------------------------------------------------- */

/* A model in RAM, which is new at each start. A product has a driver here, with the same three functions. */
#define SECTOR 1024u
#define SECTORS 4u
static unsigned char sectors[SECTORS * SECTOR];

static bool erase(void *ctx, uint32_t sector)
{
    (void)ctx;
    memset(sectors + (size_t)sector * SECTOR, 0xFF, SECTOR);
    return true;
}

static bool program(void *ctx, uint32_t address, const void *bytes, uint32_t size)
{
    const unsigned char *const from = bytes;

    (void)ctx;
    for (uint32_t i = 0; i < size; i++)
        sectors[address + i] &= from[i];
    return true;
}

static bool read_flash(void *ctx, uint32_t address, void *bytes, uint32_t size)
{
    (void)ctx;
    memcpy(bytes, sectors + address, size);
    return true;
}

static const mcperr_flash flash = {.erase = erase,
                                   .program = program,
                                   .read = read_flash,
                                   .sector_size = SECTOR,
                                   .sectors = SECTORS,
                                   .unit = 4};

/* ---- start ------------------------------------------------------------------------------------------- */

static const server_wire wire = {receive, taken, send, board_overruns};
static server node_server;
static mcperr_ring ring;
static mcperr_alert_client clients[2];

int main(void)
{
    server *const s = &node_server;

    port = board_port();
    for (uint32_t i = 0; i < SECTORS; i++)
        (void)erase(NULL, i);
    s->wire = &wire;
    s->boundary.port = &port;
    s->boundary.dialect = &mcperr_owlclaw;
    s->boundary.clients = clients;
    s->boundary.client_count = sizeof clients / sizeof *clients;
    if (mcperr_ring_open(&ring, &flash) != MCPERR_OK)
        return 1;
    const mcperr_sink sink = mcperr_ring_sink(&ring);
    if (!node_begin(s, &sink, NULL))
        return 1;
    board_begin();
    return server_run(s) ? 0 : 1;
}
