// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Assumptions;

/**
 * A network namespace of Linux: for its processes, what listens outside is another machine.
 */
final class Namespace implements AutoCloseable
{
    private static final int LONGEST_S = 10;

    private final String name;
    private final String outside;

    private Namespace(final String name, final String outside)
    {
        this.name = name;
        this.outside = outside;
    }

    /**
     * Skips the test, and says why, where there can be none.
     */
    static Namespace assumePossible()
    {
        final long id = ProcessHandle.current().pid();
        final String name = "redlock" + id;
        final String network = "10.213." + (id >> 6 & 0xFF) + ".";
        final long first = (id & 0x3F) * 4 + 1;
        Assumptions.assumeTrue(ip("netns", "add", name), "no network namespace: it takes Linux, root and ip");
        final Namespace namespace = new Namespace(name, network + first);
        final boolean isThere =
            ip("link", "add", name, "type", "veth", "peer", "name", "inside", "netns", name) &&
            ip("addr", "add", namespace.outside + "/30", "dev", name) && ip("link", "set", name, "up") &&
            ip("-n", name, "addr", "add", network + (first + 1) + "/30", "dev", "inside") &&
            ip("-n", name, "link", "set", "inside", "up") && ip("-n", name, "link", "set", "lo", "up");
        if (!isThere)
        {
            namespace.close();
        }
        Assumptions.assumeTrue(isThere, "no virtual network to the namespace: it takes veth");

        return namespace;
    }

    private static boolean ip(final String... words)
    {
        final List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(Arrays.asList(words));
        try
        {
            final Process process = new ProcessBuilder(command).inheritIO().start();

            return process.waitFor(LONGEST_S, TimeUnit.SECONDS) && process.exitValue() == 0;
        }
        catch (final IOException ex)
        {
            return false;
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();

            return false;
        }
    }

    /**
     * The address at which its processes reach what is outside.
     */
    String outside()
    {
        return outside;
    }

    /**
     * A command line that runs in it.
     */
    List<String> command(final List<String> words)
    {
        final List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", name));
        command.addAll(words);

        return command;
    }

    /**
     * Its end is the end of its virtual network, too.
     */
    @Override
    public void close()
    {
        ip("netns", "del", name);
    }
}
