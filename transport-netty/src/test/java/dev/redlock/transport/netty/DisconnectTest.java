// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.Transport;
import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeReply;

@OverBothSockets
class DisconnectTest
{
    private static final String DOWN = "down 0 LOCAL disconnect was called";

    private final String io;
    private FakeNode node;
    private Rig rig;

    DisconnectTest(final String io)
    {
        this.io = io;
    }

    @BeforeEach
    void open()
    {
        node = FakeNode.start(command -> command.name().equals("SILENCE") ?
            FakeReply.silence() : FakeReply.ok());
        rig = Rig.with(io).node(node.port()).node(NodeAddress.of("localhost", node.port())).open();
    }

    @AfterEach
    void close()
    {
        rig.close();
        node.close();
    }

    @Test
    void shouldIgnoreADisconnectWhileDown()
    {
        rig.transport.disconnect(0);
        rig.transport.poll(0);

        assertThat(rig.recorder.events).isEmpty();
    }

    @Test
    void shouldGiveUpAnAttemptThatHasNotBegun()
    {
        rig.transport.connect(0);
        rig.transport.disconnect(0);
        assertThat(rig.recorder.events).isEmpty();
        rig.transport.poll(0);
        rig.transport.poll(0);

        assertThat(rig.recorder.events).containsExactly(DOWN);
        assertUsable();
    }

    @Test
    void shouldGiveUpAnAttemptUnderWay()
    {
        for (int i = 0; i < 50; i++)
        {
            rig.transport.connect(0);
            rig.transport.poll(0);
            rig.recorder.events.clear();
            rig.transport.disconnect(0);
            rig.pollUntil(DOWN);
        }
        assertUsable();
    }

    @Test
    void shouldGiveUpALookup()
    {
        for (int i = 0; i < 50; i++)
        {
            rig.transport.connect(1);
            rig.transport.disconnect(1);
            rig.transport.poll(0);
        }
        assertThat(rig.recorder.events).hasSize(50).containsOnly("down 1 LOCAL disconnect was called");

        rig.up(1);
    }

    @Test
    void shouldHangUpWhenAskedForTheDialogue()
    {
        rig.recorder.dialogues = nodeIndex ->
        {
            rig.transport.disconnect(0);

            return Recorder.questions("HELLO");
        };
        rig.transport.connect(0);
        rig.pollUntil(DOWN);

        assertThat(rig.recorder.events).containsExactly("connected 0", DOWN);
        assertUsable();
    }

    @Test
    void shouldHangUpInTheMiddleOfTheDialogue()
    {
        rig.recorder.dialogues = nodeIndex -> Recorder.questions(answer ->
        {
            rig.transport.disconnect(0);

            return null;
        }, "ONE", "TWO");
        rig.transport.connect(0);
        rig.pollUntil(DOWN);

        assertThat(rig.recorder.events).containsExactly("connected 0", DOWN);
        assertUsable();
    }

    @Test
    void shouldHangUpWhileAQuestionIsNotAnswered()
    {
        rig.recorder.dialogues = nodeIndex -> Recorder.questions("SILENCE");
        rig.transport.connect(0);
        rig.pollUntil(() -> node.commandCount() == 1, "the question");
        rig.transport.disconnect(0);
        rig.transport.poll(0);

        assertThat(rig.recorder.events).containsExactly("connected 0", DOWN);
        assertUsable();
    }

    @Test
    void shouldHangUpWhenUp()
    {
        rig.recorder.onUp = nodeIndex ->
        {
            rig.transport.disconnect(0);
            assertThat(rig.offer(Rig.PING, 1)).isEqualTo(Transport.NOT_CONNECTED);
        };
        rig.transport.connect(0);
        rig.pollUntil(DOWN);

        assertThat(rig.recorder.events).containsExactly("connected 0", "up 0", DOWN);
        assertUsable();
    }

    @Test
    void shouldAnswerLostInALaterPollAndOnlyThenGoDown()
    {
        rig.up();
        rig.recorder.events.clear();
        rig.offer(Rig.PING, 1);
        rig.inquire(0, "PING");
        rig.transport.disconnect(0);
        rig.transport.disconnect(0);
        assertThat(rig.recorder.events).as("callbacks outside of poll").isEmpty();
        assertThat(rig.offer(Rig.PING, 2)).isEqualTo(Transport.NOT_CONNECTED);
        assertThat(rig.inquire(0, "PING")).isEqualTo(Transport.NOT_CONNECTED);
        rig.transport.connect(0);
        assertThat(rig.transport.poll(10_000_000_000L)).as("events, without waiting").isEqualTo(3);

        assertThat(rig.recorder.events).containsExactly("reply 0 1 LOST", "answer 0 LOST", DOWN);
        assertUsable();
    }

    @Test
    void shouldAnswerLostEvenIfTheRepliesAreThereAlready()
    {
        rig.up();
        rig.recorder.events.clear();
        rig.recorder.onReply = (nodeIndex, correlationId) ->
        {
            if (correlationId == 2)
            {
                final int before = rig.recorder.events.size();
                rig.transport.disconnect(0);
                assertThat(rig.recorder.events).as("callbacks inside disconnect").hasSize(before);
            }
        };
        for (int i = 1; i <= 4; i++)
        {
            rig.offer(Rig.PING, i);
        }
        rig.pollUntil(DOWN);

        assertThat(rig.recorder.events).containsExactly(
            "reply 0 1 OK", "reply 0 2 OK", "reply 0 3 LOST", "reply 0 4 LOST", DOWN);
        assertUsable();
    }

    @Test
    void shouldIgnoreADisconnectInTheCallbackThatSaysDown()
    {
        rig.recorder.onDown = nodeIndex -> rig.transport.disconnect(0);
        rig.up();
        rig.transport.disconnect(0);
        rig.pollUntil(DOWN);
        rig.transport.poll(0);
        rig.transport.poll(0);

        assertThat(rig.recorder.count("down")).isEqualTo(1);
    }

    private void assertUsable()
    {
        rig.recorder.dialogues = nodeIndex -> Recorder.questions();
        rig.recorder.onUp = nodeIndex ->
        {
        };
        rig.recorder.onReply = (nodeIndex, correlationId) ->
        {
        };
        rig.recorder.events.clear();
        rig.up();
        rig.offer(Rig.PING, 99);
        rig.pollUntil("reply 0 99 OK");
    }
}
