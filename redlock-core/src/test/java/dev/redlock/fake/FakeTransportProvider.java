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
package dev.redlock.fake;

import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;

/**
 * Leads to the {@link FakeNodes} that the option {@code nodes} names.
 */
public final class FakeTransportProvider implements TransportProvider
{
    @Override
    public String name()
    {
        return "fake";
    }

    @Override
    public Transport open(final TransportContext context, final TransportHandler handler)
    {
        final FakeNodes nodes = FakeNodes.find(context.options().get("nodes"));
        final FakeTransport transport = new FakeTransport(nodes, handler);
        nodes.transports.add(transport);

        return transport;
    }
}
