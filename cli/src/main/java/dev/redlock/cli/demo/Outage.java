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
package dev.redlock.cli.demo;

import java.time.Duration;

import dev.redlock.cli.common.Texts;
import dev.redlock.quorum.Drift;
import dev.redlock.testkit.server.RedisServerProcess;

/**
 * The fate of one node: it is killed, and comes back with an empty memory when no lock that it may have
 * forgotten can be held any more.
 */
final class Outage
{
    private final RedisServerProcess server;
    private final String name;
    private final long killNs;
    private final Duration absence;
    private long deadSinceNs;
    private boolean wasKilled;
    private boolean isBack;

    /**
     * A node that still lives.
     *
     * @param server to be killed.
     * @param name   of the node.
     * @param killNs when, on the monotonic clock.
     * @param ttl    the longest time to live in use.
     */
    Outage(final RedisServerProcess server, final String name, final long killNs, final Duration ttl)
    {
        this.server = server;
        this.name = name;
        this.killNs = killNs;
        absence = ttl.plusNanos(Drift.SPECIFICATION.of(ttl.toNanos()));
    }

    /**
     * Does what is due.
     *
     * @param nowNs on the monotonic clock.
     * @return what was done, for people; null if nothing.
     */
    String step(final long nowNs)
    {
        if (!wasKilled && nowNs - killNs >= 0)
        {
            server.kill();
            wasKilled = true;
            deadSinceNs = System.nanoTime();

            return name + " was killed. It keeps nothing on disk, so it forgets its locks and must not " +
                "vote before they have ended: it stays away for " + Texts.time(absence.toNanos());
        }
        if (wasKilled && !isBack && nowNs - deadSinceNs >= absence.toNanos())
        {
            server.start();
            isBack = true;

            return name + " is back, with an empty memory, after " +
                Texts.time(System.nanoTime() - deadSinceNs);
        }

        return null;
    }
}
