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
package dev.redlock.runtime;

import java.util.concurrent.CompletableFuture;

import dev.redlock.engine.Engine;
import dev.redlock.spi.Answer;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Transport;

/**
 * An operator's question to one node, on its way there and back. Made for one use.
 */
final class InquiryCommand extends Command implements Inquiry
{
    private final CompletableFuture<Answer> future = new CompletableFuture<>();
    private final Transport transport;
    private final String node;
    private final int nodeIndex;
    private final byte[][] command;

    InquiryCommand(final Transport transport, final String node, final int nodeIndex, final byte[][] command)
    {
        this.transport = transport;
        this.node = node;
        this.nodeIndex = nodeIndex;
        this.command = command;
    }

    CompletableFuture<Answer> future()
    {
        return future;
    }

    @Override
    void run(final Engine engine, final long nowNs)
    {
        try
        {
            final int offered = transport.inquire(nodeIndex, this);
            if (offered != Transport.ACCEPTED)
            {
                fail(offered == Transport.NOT_CONNECTED ? "not connected" : "back-pressured");
            }
        }
        catch (final RuntimeException ex)
        {
            // The question cannot be sent as it is, which is no reason for the engine to stop.
            future.completeExceptionally(ex);
        }
    }

    @Override
    void refuse()
    {
        fail("the client is closed");
    }

    void fail(final String why)
    {
        future.completeExceptionally(new IllegalStateException("node " + node + " was not asked: " + why));
    }

    @Override
    public byte[][] command()
    {
        return command;
    }

    @Override
    public void onAnswer(final int ignored, final Answer answer)
    {
        if (answer == null)
        {
            future.completeExceptionally(
                new IllegalStateException("the connection to node " + node + " ended before it answered"));
        }
        else
        {
            future.complete(answer);
        }
    }
}
