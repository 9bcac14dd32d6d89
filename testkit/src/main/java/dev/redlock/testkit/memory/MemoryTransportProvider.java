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
package dev.redlock.testkit.memory;

import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;

/**
 * Opens transports into one network.
 */
final class MemoryTransportProvider implements TransportProvider
{
    private final MemoryNetwork network;
    private final String client;
    private int opened;

    MemoryTransportProvider(final MemoryNetwork network, final String client)
    {
        this.network = network;
        this.client = client;
    }

    @Override
    public String name()
    {
        return "memory";
    }

    @Override
    public Transport open(final TransportContext context, final TransportHandler handler)
    {
        opened++;

        return network.open(opened == 1 ? client : client + " " + opened, context, handler);
    }
}
