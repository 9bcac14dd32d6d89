// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.choice;

import java.util.Map;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;

/**
 * The transport that a suite runs over.
 *
 * @param name    of the transport, as {@link RedlockBuilder#transport(String)} takes it.
 * @param options of it, as {@link RedlockBuilder#transportOption(String, String)} takes them.
 */
public record TransportChoice(String name, Map<String, String> options)
{
    /**
     * Copies the options.
     *
     * @param name    see {@link #name()}.
     * @param options see {@link #options()}.
     */
    public TransportChoice
    {
        options = Map.copyOf(options);
    }

    /**
     * Starts to configure a client over this transport.
     *
     * @param uris of the nodes.
     * @return a builder.
     */
    public RedlockBuilder builder(final Iterable<String> uris)
    {
        final RedlockBuilder builder = Redlock.builder().transport(name);
        options.forEach(builder::transportOption);
        uris.forEach(builder::nodes);

        return builder;
    }
}
