// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeReply;

class NettyCallbackTest extends OverBothSockets
{
    private FakeNode node;
    private NettyRig rig;

    @BeforeEach
    void open()
    {
        node = node(command -> FakeReply.ok());
        rig = rig().node(node.port()).node(node.port()).open().up(0).up(1);
        rig.clear();
    }

    @AfterEach
    void close()
    {
        rig.recorder.onDown = Recorder.NOTHING;
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
            rig.offers(NettyRig.PING, i);
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
        rig.poll();

        assertThat(thrown).isEqualTo(2);
        assertThat(rig.recorder.events).hasSize(count);
        rig.toldLast("reply 0 10 OK");
    }

    @Test
    void shouldThrowErrors()
    {
        rig.recorder.onReply = (nodeIndex, correlationId) ->
        {
            throw new AssertionError("an error");
        };
        rig.offers(NettyRig.PING, 1);

        assertThatThrownBy(() -> rig.pollUntilReplies(2)).isInstanceOf(AssertionError.class)
            .hasMessage("an error");
    }

    @Test
    void shouldDisconnectAnotherNodeFromACallback()
    {
        rig.recorder.onReply = (nodeIndex, correlationId) ->
        {
            if (correlationId == 1)
            {
                rig.disconnect(1);
            }
        };
        rig.offers(1, NettyRig.SLEEP, 2).poll().clear()
            .offers(1, NettyRig.SLEEP, 3).offers(0, NettyRig.PING, 1);
        rig.pollUntil("down 1 LOCAL disconnect was called");

        assertThat(rig.recorder.events).contains("reply 0 1 OK");
    }

    @Test
    void shouldNotPollInsideACallback()
    {
        rig.recorder.onReply = (nodeIndex, correlationId) -> rig.transport.poll(0);
        rig.offers(NettyRig.PING, 1);

        assertThatThrownBy(() -> rig.pollUntilReplies(2))
            .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("poll was called from a callback");
        rig.recorder.onReply = Recorder.NO_REACTION;
        rig.offers(NettyRig.PING, 2).pollUntil("reply 0 2 OK");
    }
}
