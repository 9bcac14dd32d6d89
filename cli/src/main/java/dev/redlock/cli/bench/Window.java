/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.cli.bench;

/**
 * When the load begins, and which part of it is recorded. Instants of the monotonic clock, fixed before the
 * load begins and the same for all threads.
 *
 * @param startNs of the load.
 * @param fromNs  of what is recorded.
 * @param toNs    end of the load and of what is recorded.
 */
record Window(long startNs, long fromNs, long toNs)
{
    static Window of(final long startNs, final BenchSettings settings)
    {
        final long fromNs = startNs + settings.warmup().toNanos();

        return new Window(startNs, fromNs, fromNs + settings.measured().toNanos());
    }

    boolean contains(final long instantNs)
    {
        return instantNs - fromNs >= 0 && instantNs - toNs < 0;
    }

    boolean isOver(final long nowNs)
    {
        return nowNs - toNs >= 0;
    }
}
