// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.tools;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.redlock.test.resp.RespClient;
import dev.redlock.test.server.RedisServerProcess;

/**
 * What one node receives, in its own order, as MONITOR shows it; and a connection for questions that do not
 * disturb the picture.
 */
public final class Wiretap implements AutoCloseable
{
    private static final Pattern LINE = Pattern.compile("\\S+ \\[\\d+ (\\S+)] (.*)");
    private static final Pattern WORD = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final RespClient ear;
    private final RespClient mouth;
    private final Iterator<String> lines;

    public Wiretap(final RedisServerProcess server)
    {
        ear = server.client();
        mouth = server.client();
        lines = ear.monitor();
    }

    Object call(final String... command)
    {
        return mouth.call(command);
    }

    /**
     * The addresses of the tap itself, as the node sees them.
     */
    public Set<String> own()
    {
        return Set.of("127.0.0.1:" + ear.localPort(), "127.0.0.1:" + mouth.localPort());
    }

    /**
     * Everything the node received since the last call.
     */
    public List<Told> listen(final String mark)
    {
        call("ECHO", mark);
        final List<Told> told = new ArrayList<>();
        while (true)
        {
            final Told next = parse(lines.next());
            if (next.words().equals(List.of("ECHO", mark)))
            {
                return told;
            }
            told.add(next);
        }
    }

    /**
     * Ends all connections of others.
     */
    public void killTheOthers()
    {
        final Set<String> own = own();
        final Matcher addresses = Pattern.compile(" addr=(\\S+)").matcher((String)call("CLIENT", "LIST"));
        while (addresses.find())
        {
            if (!own.contains(addresses.group(1)))
            {
                call("CLIENT", "KILL", "ADDR", addresses.group(1));
            }
        }
    }

    public static Told parse(final String line)
    {
        final Matcher parts = LINE.matcher(line);
        if (!parts.matches())
        {
            throw new AssertionError("MONITOR said something else: " + line);
        }

        return new Told(parts.group(1),
            WORD.matcher(parts.group(2)).results().map((word) -> word.group(1)).toList());
    }

    @Override
    public void close()
    {
        ear.close();
        mouth.close();
    }

    /**
     * One command.
     *
     * @param connection that it came on; {@code lua} for what a script did.
     * @param words      its name and arguments, escaped as MONITOR does it.
     */
    public record Told(String connection, List<String> words)
    {
    }
}
