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
package dev.redlock.spi;

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
     * at a time, each driven by another thread: one for each engine, and one for the questions of operators,
     * to which nothing is ever offered and which knows no templates.
     *
     * @param context the nodes, the templates, the limits and options.
     * @param handler is told everything.
     * @return a transport that is not yet bound to a thread.
     * @throws IllegalArgumentException if an option has no meaning here or a wrong value; the message says
     *                                  which, and what is allowed.
     */
    Transport open(TransportContext context, TransportHandler handler);

    /**
     * Makes the thread on which an engine will drive a transport of this kind, for transports that need a
     * type of their own.
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
