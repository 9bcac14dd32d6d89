/* SPDX-FileCopyrightText: 2026 the Redlock authors
   SPDX-License-Identifier: Apache-2.0

   A library to preload: moves the wall clock of one process by WALL_OFFSET_S seconds and nothing else. What waits by the monotonic
   clock, as a JVM does, does not notice. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static int (*real)(clockid_t, struct timespec *);
    static long offset;
    if (!real)
    {
        const char *text = getenv("WALL_OFFSET_S");
        offset = text ? atol(text) : 0;
        real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    }

    const int result = real(clock, now);
    if (clock == CLOCK_REALTIME)
    {
        now->tv_sec += offset;
    }

    return result;
}
