/* SPDX-License-Identifier: MIT */
/* port/freertos over a stand-in for the kernel that notes what it is asked. */
#include "minunit.h"

#include "../../port/freertos/port.c"

static BaseType_t state;
static TickType_t tick, waited;
static int critical, takes;
static bool taken, refuse;

BaseType_t xTaskGetSchedulerState(void) { return state; }
TickType_t xTaskGetTickCount(void) { return tick; }
TaskHandle_t xTaskGetCurrentTaskHandle(void) { return (TaskHandle_t)&tick; }

SemaphoreHandle_t xSemaphoreCreateMutexStatic(StaticSemaphore_t *where)
{
    return refuse ? NULL : (SemaphoreHandle_t)where;
}

BaseType_t xSemaphoreTake(SemaphoreHandle_t semaphore, TickType_t ticks_to_wait)
{
    mu_check(semaphore == (SemaphoreHandle_t)&memory);
    takes++;
    waited = ticks_to_wait;
    if (taken)
        return pdFALSE;
    taken = true;
    return pdTRUE;
}

BaseType_t xSemaphoreGive(SemaphoreHandle_t semaphore)
{
    mu_check(semaphore == (SemaphoreHandle_t)&memory && taken);
    taken = false;
    return pdTRUE;
}

#ifdef ESP_PLATFORM
static int64_t since_start;

void vPortEnterCriticalOf(portMUX_TYPE *which) { critical += which == &cores; }
void vPortExitCriticalOf(portMUX_TYPE *which) { critical -= which == &cores; }
int64_t esp_timer_get_time(void) { return since_start; }
#else
void vPortEnterCritical(void) { critical++; }
void vPortExitCritical(void) { critical--; }
#endif

static mcperr_port port_in(BaseType_t scheduler)
{
    state = scheduler;
    critical = takes = 0;
    taken = false;
    return mcperr_port_freertos();
}

MU_TEST(a_mutex_that_cannot_be_made_cannot_be_taken)
{
    refuse = true;
    const mcperr_port port = port_in(taskSCHEDULER_RUNNING);

    refuse = false;
    mu_check(!port.audit_lock(port.ctx));
    mu_assert_int_eq(0, takes);
}

MU_TEST(before_the_scheduler_runs_no_lock_is_touched)
{
    const mcperr_port port = port_in(taskSCHEDULER_NOT_STARTED);
    const uint32_t key = port.lock(port.ctx);

    mu_assert_int_eq(0, critical);
    port.unlock(port.ctx, key);
    mu_assert_int_eq(0, critical);
    mu_check(port.audit_lock(port.ctx));
    port.audit_unlock(port.ctx);
    mu_assert_int_eq(0, takes);
}

MU_TEST(a_task_locks_by_a_critical_section_that_nests)
{
    const mcperr_port port = port_in(taskSCHEDULER_RUNNING);
    const uint32_t key = port.lock(port.ctx);

    mu_assert_int_eq(1, critical);
    (void)port.mono_ms(port.ctx);
    mu_assert_int_eq(1, critical);
    port.unlock(port.ctx, key);
    mu_assert_int_eq(0, critical);
}

MU_TEST(a_task_waits_for_the_audit_lock_and_gives_up)
{
    const mcperr_port port = port_in(taskSCHEDULER_RUNNING);

    mu_check(port.audit_lock(port.ctx));
    mu_assert_uint_eq(5 * configTICK_RATE_HZ, waited);
    mu_check(!port.audit_lock(port.ctx));
    port.audit_unlock(port.ctx);
    mu_check(port.audit_lock(port.ctx));
    port.audit_unlock(port.ctx);
}

MU_TEST(nobody_waits_while_the_scheduler_is_suspended)
{
    const mcperr_port port = port_in(taskSCHEDULER_SUSPENDED);

    mu_check(!port.audit_lock(port.ctx));
    mu_assert_int_eq(0, takes);
}

MU_TEST(time_runs_on_where_the_tick_count_wraps)
{
    const mcperr_port port = port_in(taskSCHEDULER_RUNNING);

    tick = UINT32_MAX - configTICK_RATE_HZ + 1;
    const uint32_t before = port.mono_ms(port.ctx);
    tick = configTICK_RATE_HZ;
    mu_check(port.mono_ms(port.ctx) - before - 2000 <= 1); /* of ticks that were carried */
    mu_assert_int_eq(0, critical);
}

MU_TEST(a_task_is_known_by_its_handle)
{
    const mcperr_port port = port_in(taskSCHEDULER_RUNNING);

    mu_assert_uint_eq((uintptr_t)&tick, port.task(port.ctx));
}

#ifdef ESP_PLATFORM
MU_TEST(the_clocks_are_those_of_the_platform)
{
    const mcperr_port port = port_in(taskSCHEDULER_RUNNING);
    struct timeval now;

    since_start = INT64_C(0x500000007);
    mu_assert_uint_eq(7, port.fine_us(port.ctx));
    (void)gettimeofday(&now, NULL);
    const int64_t later = port.wall_ms(port.ctx) / 1000 - now.tv_sec;
    mu_check(later == 0 || later == 1);
}
#else
MU_TEST(the_clocks_are_those_of_the_platform)
{
    const mcperr_port port = port_in(taskSCHEDULER_RUNNING);

    mu_check(port.fine_us == NULL && port.wall_ms == NULL);
}
#endif

/* clang-format off */
MU_MAIN(
    MU_RUN(a_mutex_that_cannot_be_made_cannot_be_taken)
    MU_RUN(before_the_scheduler_runs_no_lock_is_touched)
    MU_RUN(a_task_locks_by_a_critical_section_that_nests)
    MU_RUN(a_task_waits_for_the_audit_lock_and_gives_up)
    MU_RUN(nobody_waits_while_the_scheduler_is_suspended)
    MU_RUN(time_runs_on_where_the_tick_count_wraps)
    MU_RUN(a_task_is_known_by_its_handle)
    MU_RUN(the_clocks_are_those_of_the_platform)
)
/* clang-format on */
