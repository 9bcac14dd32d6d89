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
package dev.redlock.transport.netty;

import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;
import io.netty.util.concurrent.FastThreadLocalThread;

/**
 * The transport named {@code netty}: RESP over raw Netty channels, driven by the engine's own thread.
 * <p>
 * Option {@code io}: {@code epoll} (Linux) or {@code nio} (everywhere); without it epoll where it is
 * available, else nio.
 */
public final class NettyTransportProvider implements TransportProvider
{
    @Override
    public String name()
    {
        return "netty";
    }

    @Override
    public Transport open(final TransportContext context, final TransportHandler handler)
    {
        return new NettyTransport(context, handler, NettyOptions.parse(context.options()));
    }

    /**
     * A thread for which Netty keeps its pools. The hot path does without them on any thread; TLS gains by
     * them.
     */
    @Override
    public Thread newEngineThread(final Runnable work, final String name)
    {
        return new FastThreadLocalThread(work, name);
    }
}
