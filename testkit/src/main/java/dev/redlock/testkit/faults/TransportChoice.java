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
package dev.redlock.testkit.faults;

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
     */
    public TransportChoice
    {
        options = Map.copyOf(options);
    }

    /**
     * Begins to configure a client over this transport.
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
