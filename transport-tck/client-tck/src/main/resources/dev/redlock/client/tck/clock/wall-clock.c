/*
 * SPDX-FileCopyrightText: 2026 the Redlock authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Preloaded into a server, moves its wall clock and nothing else: three numbers in a file, which is mapped, say how.
 * libfaketime would do, but it and jemalloc, with which most packaged servers come, call each other without end.
 *
 *   cc -shared -fPIC -O2 -o wall-clock.so wall-clock.c
 *   REDLOCK_WALL_CLOCK=file LD_PRELOAD=./wall-clock.so redis-server
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL

/* How far ahead; from when on at which rate, in parts per million. */
static const volatile int64_t *clock_is;

__attribute__((constructor)) static void map_clock(void)
{
    const char *name = getenv("REDLOCK_WALL_CLOCK");
    const int file = name == NULL ? -1 : open(name, O_RDONLY);
    void *mapped = file < 0 ? MAP_FAILED : mmap(NULL, 3 * sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    clock_is = mapped == MAP_FAILED ? NULL : mapped;
}

static int64_t now(void)
{
    struct timespec real;
    syscall(SYS_clock_gettime, CLOCK_REALTIME, &real);
    const int64_t ns = real.tv_sec * SECOND + real.tv_nsec;
    if (clock_is == NULL)
    {
        return ns;
    }
    const int64_t since = clock_is[1];
    const int64_t rate = clock_is[2];

    return clock_is[0] + (rate == 1000000 ? ns : since + (ns - since) / 1000000 * rate);
}

int clock_gettime(clockid_t which, struct timespec *time)
{
    if (which != CLOCK_REALTIME && which != CLOCK_REALTIME_COARSE)
    {
        return syscall(SYS_clock_gettime, which, time);
    }
    const int64_t ns = now();
    time->tv_sec = ns / SECOND;
    time->tv_nsec = ns % SECOND;

    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    const int64_t ns = now();
    (void)zone;
    time->tv_sec = ns / SECOND;
    time->tv_usec = ns % SECOND / 1000;

    return 0;
}

time_t time(time_t *where)
{
    const time_t seconds = now() / SECOND;
    if (where != NULL)
    {
        *where = seconds;
    }

    return seconds;
}
