// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.spi.Transport;
import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeReply;

@OverBothSockets
class CallbackTest
{
    private final String io;
    private FakeNode node;
    private Rig rig;

    CallbackTest(final String io)
    {
        this.io = io;
    }

    @BeforeEach
    void open()
    {
        node = FakeNode.start(command -> FakeReply.ok());
        rig = Rig.with(io).node(node.port()).node(node.port()).open().up(0).up(1);
        rig.recorder.events.clear();
    }

    @AfterEach
    void close()
    {
        rig.recorder.onDown = nodeIndex ->
        {
        };
        rig.close();
        node.close();
    }

    @Test
    void shouldThrowFromPollWhatACallbackThrowsAndLoseNothing()
    {
        rig.recorder.onReply = (nodeIndex, correlationId) ->
        {
            if (correlationId < 3)
            {
                throw new IllegalStateException("flaw " + correlationId);
            }
        };
        final int count = 10;
        for (int i = 1; i <= count; i++)
        {
            rig.offer(Rig.PING, i);
        }
        int thrown = 0;
        while (rig.recorder.replies() < count)
        {
            try
            {
                rig.pollUntilReplies(count);
            }
            catch (final IllegalStateException ex)
            {
                thrown += 1 + ex.getSuppressed().length;
                assertThat(ex).hasMessageStartingWith("flaw ");
            }
        }
        rig.transport.poll(0);

        assertThat(thrown).isEqualTo(2);
        assertThat(rig.recorder.events).hasSize(count);
        assertThat(rig.recorder.last()).isEqualTo("reply 0 10 OK");
    }

    @Test
    void shouldThrowErrors()
    {
        rig.recorder.onReply = (nodeIndex, correlationId) ->
        {
            throw new AssertionError("an error");
        };
        rig.offer(Rig.PING, 1);

        assertThatThrownBy(() -> rig.pollUntilReplies(2)).isInstanceOf(AssertionError.class)
            .hasMessage("an error");
    }

    @Test
    void shouldAcceptOperationsForAnyNodeFromACallback()
    {
        rig.recorder.onReply = (nodeIndex, correlationId) ->
        {
            if (correlationId < 1000)
            {
                assertThat(rig.offer(1 - nodeIndex, Rig.PING, correlationId +
                    1)).isEqualTo(Transport.ACCEPTED);
            }
        };
        rig.offer(Rig.PING, 1);
        rig.pollUntilReplies(1000);

        assertThat(rig.recorder.last()).isEqualTo("reply 1 1000 OK");
    }

    @Test
    void shouldDisconnectAnotherNodeFromACallback()
    {
        rig.recorder.onReply = (nodeIndex, correlationId) ->
        {
            if (correlationId == 1)
            {
                rig.transport.disconnect(1);
            }
        };
        rig.offer(1, Rig.SLEEP, 2);
        rig.transport.poll(0);
        rig.recorder.events.clear();
        rig.offer(1, Rig.SLEEP, 3);
        rig.offer(0, Rig.PING, 1);
        rig.pollUntil("down 1 LOCAL disconnect was called");

        assertThat(rig.recorder.events).contains("reply 0 1 OK");
    }

    @Test
    void shouldNotPollInsideACallback()
    {
        rig.recorder.onReply = (nodeIndex, correlationId) -> rig.transport.poll(0);
        rig.offer(Rig.PING, 1);

        assertThatThrownBy(() -> rig.pollUntilReplies(2))
            .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("poll was called from a callback");
        rig.recorder.onReply = (nodeIndex, correlationId) ->
        {
        };
        rig.offer(Rig.PING, 2);
        rig.pollUntil("reply 0 2 OK");
    }

    @Test
    void shouldCloseFromACallback()
    {
        rig.recorder.onReply = (nodeIndex, correlationId) ->
        {
            rig.transport.close();
            assertThat(rig.recorder.count("down")).as("callbacks inside a nested close").isZero();
        };
        rig.offer(0, Rig.PING, 1);
        rig.pollUntil("reply 0 1 OK");

        assertThat(rig.recorder.count("down 0 LOCAL the transport was closed")).isEqualTo(1);
        assertThat(rig.recorder.count("down 1 LOCAL the transport was closed")).isEqualTo(1);
        assertThat(rig.transport.poll(1_000_000_000_000L)).isZero();
    }
}
