/* SPDX-License-Identifier: MIT */
#ifndef TESTS_TX_API_H
#define TESTS_TX_API_H
/* The documented signatures of ThreadX that port/threadx uses. Our own words; no part of ThreadX. */
typedef char CHAR;
typedef unsigned int UINT;
typedef unsigned long ULONG;

#ifndef TX_TIMER_TICKS_PER_SECOND
#define TX_TIMER_TICKS_PER_SECOND ((ULONG)100)
#endif
#define TX_NULL ((void *)0)
#define TX_SUCCESS ((UINT)0x00)
#define TX_NOT_AVAILABLE ((UINT)0x1D)
#define TX_NO_WAIT ((ULONG)0)
#define TX_INHERIT ((UINT)1)
#define TX_INT_DISABLE ((UINT)1)

typedef struct TX_THREAD_STRUCT TX_THREAD;
typedef struct TX_MUTEX_STRUCT {
    ULONG opaque[16];
} TX_MUTEX;

ULONG tx_time_get(void);                     /* anywhere */
UINT tx_interrupt_control(UINT new_posture); /* anywhere; answers the old posture */
TX_THREAD *tx_thread_identify(void);         /* TX_NULL: no thread is running */
UINT tx_mutex_create(TX_MUTEX *mutex, CHAR *name, UINT inherit);
UINT tx_mutex_get(TX_MUTEX *mutex, ULONG wait); /* initialization: TX_NO_WAIT only; not for interrupts */
UINT tx_mutex_put(TX_MUTEX *mutex);

#endif
