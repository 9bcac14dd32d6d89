// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.node;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A command as a {@link FakeNode} received it. Immutable.
 */
public final class FakeCommand
{
    private final int connection;
    private final List<byte[]> args;

    FakeCommand(final int connection, final List<byte[]> args)
    {
        this.connection = connection;
        this.args = List.copyOf(args);
    }

    /**
     * The number of its connection.
     *
     * @return 0 for the first connection that the node has accepted.
     */
    public int connection()
    {
        return connection;
    }

    /**
     * The name of the command.
     *
     * @return the first argument in upper case, independent of the locale.
     */
    public String name()
    {
        return text(0).toUpperCase(Locale.ROOT);
    }

    /**
     * The number of arguments, including the name.
     *
     * @return at least 1.
     */
    public int size()
    {
        return args.size();
    }

    /**
     * An argument as text.
     *
     * @param index from 0, which is the name.
     * @return the argument, read as UTF-8; empty when there are fewer.
     */
    public String text(final int index)
    {
        return index < args.size() ? new String(args.get(index), StandardCharsets.UTF_8) : "";
    }

    /**
     * All arguments as they came.
     *
     * @return the name and the rest.
     */
    public byte[][] bytes()
    {
        final List<byte[]> copies = new ArrayList<>();
        args.forEach((arg) -> copies.add(arg.clone()));

        return copies.toArray(new byte[0][]);
    }

    /**
     * The command as text, as one would type it.
     */
    @Override
    public String toString()
    {
        return args.stream()
            .map((arg) -> new String(arg, StandardCharsets.UTF_8)).collect(Collectors.joining(" "));
    }
}
