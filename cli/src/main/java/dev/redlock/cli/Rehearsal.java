// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli;

import dev.redlock.test.server.RedisServers;

/**
 * Runs the short commands once, over servers of its own: what a JVM loads for it goes into the archive of
 * classes with which the launcher starts those commands.
 */
final class Rehearsal
{
    private static final String FRESH = "--assume-nodes-fresh";
    private static final int NODES = 3;
    private static final String KEY = "rehearsal";
    private static final String HELD = "held";

    /*
     * As long as an owner token: what is not is no lock, and left alone.
     */
    private static final String TOKEN = "twenty-bytes-of-text";

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
     * Runs them all, even if one fails.
     *
     * @return their exit statuses.
     */
    static int[] run()
    {
        try (RedisServers servers = RedisServers.start(NODES))
        {
            final String nodes = String.join(",", servers.uris());
            servers.server(0).call("SET", HELD, TOKEN, "PX", "60000");

            return new int[]{
                execute("run", FRESH, "--nodes", nodes, "--key", KEY, "--", "true"),
                execute("inspect", "--nodes", nodes, "--key", KEY),
                execute("release", "--nodes", nodes, "--key", HELD, "--force"),
                execute("probe", FRESH, "--nodes", nodes, "--samples", "1", "--clock", "100ms")};
        }
    }

    private static int execute(final String... args)
    {
        return Main.commandLine().execute(args);
    }
}
