// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import java.io.UncheckedIOException;

/**
 * Makes transports of one kind. Found with {@link java.util.ServiceLoader} and chosen by {@link #name()}.
 */
public interface TransportProvider
{
    /**
     * The name by which users choose this transport.
     *
     * @return lower case, such as {@code netty}.
     */
    String name();

    /**
     * Opens a transport. Connects nothing yet: the engine asks for each connection. A client may open several
     * at a time, each with its own thread: one per engine, and one for operators' questions, which gets no
     * templates and no offers.
     *
     * @param context the connections, the templates, the limits and options.
     * @param handler gets all events.
     * @return a transport that is not yet bound to a thread.
     * @throws IllegalArgumentException if an option is unknown or has a wrong value; the message says which,
     *                                  and what is allowed.
     * @throws UncheckedIOException     if the machine or this process lacks what it takes, such as a
     *                                  descriptor; the message says what.
     */
    Transport open(TransportContext context, TransportHandler handler);

    /**
     * Makes the thread on which an engine drives this kind of transport, for transports that need their own
     * type of thread.
     *
     * @param work what to run.
     * @param name of the thread.
     * @return a thread that has not been started.
     */
    default Thread newEngineThread(final Runnable work, final String name)
    {
        return new Thread(work, name);
    }
}
