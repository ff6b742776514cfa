/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_AUDIT_H
#define MCPERR_AUDIT_H
/**
 * @file
 * The audit log: one line of JSON for each failure, durable before its envelope leaves.
 *
 *     {"seq":7,"tool_name":"read_file",...,"cause":null,"crc":"1c291ca3"}
 *
 * Printable ASCII only, one LF at the end, the CRC-32 of everything before its own value last. A record
 * may also tell of what is not in the log: records that were `lost` because they could not be written, and
 * records that were `overwritten` to make room. After damage comes a record with `recovered`, how many lines
 * were `torn`, and how many numbers are `missing` since the last one of its kind.
 *
 * What is promised: every record whose write was acknowledged survives; one whose write failed, or was
 * interrupted, may appear or not; no sequence number is used twice; what was lost or torn is told in a
 * later record. A CRC finds accidents. For tampering, link mcperr_sha256: each record then carries, as
 * `prev`, the hash of the last acknowledged one before.
 *
 * Not reentrant for one log: the tool boundary takes the port's audit lock around each call.
 */
#include "mcperr/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Where the lines go. All functions get ctx; all but `make_room` must be there. */
typedef struct mcperr_sink {
    void *ctx;
    /** Append these bytes. False: failed, and any part of them may have been written. */
    bool (*append)(void *ctx, const char *bytes, size_t size);
    /** Make all that was appended durable. */
    bool (*sync)(void *ctx);
    /** Read from `offset` of the log as it is now, oldest bytes first. A log that an offset cannot reach
        to the end has failed. @return how many bytes, 0 at the end, negative: failed. */
    int32_t (*read)(void *ctx, uint32_t offset, char *to, uint32_t size);
    /** Make room for the line of `size` bytes that is next, so that it can tell of what goes for it.
        @return how many records were overwritten since the last call. NULL: the log only grows. */
    uint32_t (*make_room)(void *ctx, size_t size);
} mcperr_sink;

/** A hash that links records. mcperr_sha256 is the only one; not linked unless named. */
typedef struct mcperr_hash {
    void (*of)(const char *bytes, size_t size, uint8_t digest[32]);
} mcperr_hash;
extern const mcperr_hash mcperr_sha256;

/** Shortest line buffer that mcperr_audit_open takes. */
#define MCPERR_AUDIT_LINE_MIN 320

/** An open log. Members are private but for the counts. */
typedef struct mcperr_audit {
    const mcperr_sink *sink;
    const mcperr_hash *hash;
    char *line;
    size_t cap;
    uint32_t next_seq;
    uint32_t lost;        /**< records that could not be written and were not yet told of */
    uint32_t overwritten; /**< the same for records that made room */
    uint32_t torn;        /**< bad lines that recovery found */
    uint8_t previous[32];
    bool dirty; /* the log may end in the middle of a line */
} mcperr_audit;

/**
 * Open a log and recover it: end a line that was cut, find the next sequence number, and, if lines
 * were torn since the last recovery, write a record that tells so. Damaged lines at the end keep their
 * numbers and count as lost. Recovering twice is recovering once.
 * @param line buffer for one line, kept while the log is open; a longer record is cut down
 * @param hash NULL: records are not linked
 * @return MCPERR_OK; MCPERR_E_SINK if the sink failed (the log is open all the same, and every write is
 *         tried); MCPERR_E_MISUSE if audit, sink, one of its functions or line is NULL, or cap is less
 *         than MCPERR_AUDIT_LINE_MIN.
 */
mcperr_status mcperr_audit_open(mcperr_audit *audit, const mcperr_sink *sink, char *line, size_t cap,
                                const mcperr_hash *hash);

/**
 * Write one record and sync it. `d` is the dialect whose code the record carries.
 * @return MCPERR_OK: it is durable. MCPERR_E_SINK: it may not be; the loss is counted and told in the
 *         next record. MCPERR_E_MISUSE: a NULL argument, or the log is not open.
 */
mcperr_status mcperr_audit_write(mcperr_audit *audit, const mcperr_dialect *d, const mcperr_error *err);

/** What a line of a log is. */
typedef enum mcperr_audit_line {
    MCPERR_LINE_GOOD = 0, /**< framed, and its CRC is right */
    MCPERR_LINE_BAD       /**< anything else */
} mcperr_audit_line;

/** Gets each line without its LF and padding. `seq` is 0 for a bad one. @return false to stop. */
typedef bool (*mcperr_audit_visit)(void *ctx, mcperr_audit_line what, uint32_t seq, const char *line,
                                   size_t size);

/**
 * Walk through a log, oldest line first. Lines longer than `cap` are bad and come cut. Blank ones are
 * passed over. A last line without its LF is visited as well; *ended tells (may be NULL). A record whose
 * LF is damaged is good, what stands for its LF is bad, and the next record is read behind it. Takes time
 * in proportion to the log, whatever is in it.
 * @return MCPERR_OK, MCPERR_E_SINK if reading failed, MCPERR_E_MISUSE for NULL or cap 0.
 */
mcperr_status mcperr_audit_scan(const mcperr_sink *sink, char *line, size_t cap, mcperr_audit_visit visit,
                                void *ctx, bool *ended);

/* ------------------------------------------------------------------------------------------------
 * A ring of flash sectors as a sink
 * --------------------------------------------------------------------------------------------- */

/** Flash as it is: erased bytes are 0xFF, programming clears bits, sectors are erased whole. */
typedef struct mcperr_flash {
    void *ctx;
    bool (*erase)(void *ctx, uint32_t sector);
    bool (*program)(void *ctx, uint32_t address, const void *bytes, uint32_t size);
    bool (*read)(void *ctx, uint32_t address, void *bytes, uint32_t size);
    uint32_t sector_size;
    uint32_t sectors; /**< two or more */
    uint32_t unit;    /**< bytes that are programmed at once, and once only: 1, 2, 4, 8, 16 or 32 */
} mcperr_flash;

/** A ring. Members are private. */
typedef struct mcperr_ring {
    const mcperr_flash *flash;
    uint32_t sector, number; /* the one being filled, and its place in the sequence */
    uint32_t at;             /* next free byte in it */
    uint32_t overwritten;
    bool usable;
} mcperr_ring;

/**
 * Find the newest sector and the end of what is in it; on a new device, begin.
 * @return MCPERR_OK; MCPERR_E_SINK if the flash failed; MCPERR_E_MISUSE: NULL, fewer than two sectors, a
 *         sector smaller than 64 bytes or not of whole units, a unit that is none of those named, or more
 *         than 4 GB in all.
 */
mcperr_status mcperr_ring_open(mcperr_ring *ring, const mcperr_flash *flash);
/**
 * The ring as a sink; it refers to the ring. Lines longer than a sector less its header (12 bytes in whole
 * units) are refused: let the line buffer be no longer. A flash that failed at mcperr_ring_open is tried
 * again at each use. NULL: a sink that mcperr_audit_open refuses.
 */
mcperr_sink mcperr_ring_sink(mcperr_ring *ring);

#ifdef __cplusplus
}
#endif
#endif
