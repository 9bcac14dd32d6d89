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
package dev.redlock.cli;

import dev.redlock.testkit.server.RedisServers;

/**
 * Runs the short commands once, over servers of its own: what a JVM loads for it goes into the archive of
 * classes with which the launcher starts those commands.
 */
final class Rehearsal
{
    private static final int NODES = 3;
    private static final String KEY = "rehearsal";

    private Rehearsal()
    {
    }

    /**
     * @param args none.
     */
    public static void main(final String[] args)
    {
        run();
    }

    /**
     * Runs them all, whatever becomes of one.
     *
     * @return their exit statuses.
     */
    static int[] run()
    {
        try (RedisServers servers = RedisServers.start(NODES))
        {
            final String nodes = String.join(",", servers.uris());

            return new int[]{
                execute("run", "--nodes", nodes, "--key", KEY, "--", "true"),
                execute("inspect", "--nodes", nodes, "--key", KEY),
                execute("release", "--nodes", nodes, "--key", KEY, "--force"),
                execute("probe", "--nodes", nodes, "--samples", "1", "--clock", "100ms")};
        }
    }

    private static int execute(final String... args)
    {
        return Main.commandLine().execute(args);
    }
}
