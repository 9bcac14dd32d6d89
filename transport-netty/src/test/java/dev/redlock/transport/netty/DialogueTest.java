// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportLimits;
import dev.redlock.tck.node.FakeCommand;
import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeReply;
import dev.redlock.test.server.RedisServerProcess;

@OverBothSockets
class DialogueTest
{
    private final String io;

    DialogueTest(final String io)
    {
        this.io = io;
    }

    @Test
    void shouldAskOneQuestionAfterAnother()
    {
        final List<String> answers = new ArrayList<>();
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            Rig rig = Rig.with(io).node(server.port()).open())
        {
            rig.recorder.dialogues = nodeIndex -> Recorder.questions(
                answer ->
                {
                    answers.add(answer.kind() + " " + answer.text());

                    return null;
                },
                "HELLO 3", "SET k v", "GET k", "NONSENSE k v", "INCR n");
            rig.up();

            assertThat(answers).containsExactly(
                "LIST ", "TEXT OK", "TEXT v", "ERROR ERR unknown command 'NONSENSE'", "NUMBER 1");
            assertThat(rig.recorder.events).containsExactly("connected 0", "up 0");
        }
    }

    @Test
    void shouldSendOnlyOneQuestionAtATime()
    {
        final List<Integer> inFlight = new ArrayList<>();
        try (FakeNode node = FakeNode.start(command -> FakeReply.integer(inFlight.size()));
            Rig rig = Rig.with(io).node(node.port()).open())
        {
            rig.recorder.dialogues = nodeIndex -> Recorder.questions(
                answer ->
                {
                    inFlight.add((int)node.commandCount());

                    return null;
                },
                "ONE", "TWO", "THREE");
            rig.up();

            assertThat(inFlight).containsExactly(1, 2, 3);
            assertThat(node.commands()).extracting(FakeCommand::name).containsExactly("ONE", "TWO", "THREE");
        }
    }

    @Test
    void shouldNotAcceptAnythingBeforeTheDialogueIsDone()
    {
        final List<Integer> results = new ArrayList<>();
        try (FakeNode node = FakeNode.start(command -> FakeReply.ok());
            Rig rig = Rig.with(io).node(node.port()).open())
        {
            rig.recorder.dialogues = nodeIndex ->
            {
                results.add(rig.offer(Rig.PING, 1));
                results.add(rig.inquire(0, "PING"));

                return Recorder.questions(answer ->
                {
                    results.add(rig.offer(Rig.PING, 2));

                    return null;
                }, "HELLO 3");
            };
            rig.recorder.onUp = nodeIndex -> results.add(rig.offer(Rig.PING, 3));
            rig.up();

            assertThat(results).containsExactly(Transport.NOT_CONNECTED, Transport.NOT_CONNECTED,
                Transport.NOT_CONNECTED, Transport.ACCEPTED);
        }
    }

    @Test
    void shouldHangUpOnARefusal()
    {
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            Rig rig = Rig.with(io).node(server.port()).open())
        {
            rig.recorder.dialogues = nodeIndex -> Recorder.questions(
                answer -> answer.text().contains("role:master") ? "this node is not what it should be" : null,
                "PING", "INFO replication", "PING");
            rig.transport.connect(0);
            rig.pollUntil(() -> rig.recorder.count("down") == 1, "the refusal");

            assertThat(rig.recorder.events)
                .containsExactly("connected 0", "down 0 REFUSED this node is not what it should be");
        }
    }

    @Test
    void shouldLookForARefusalWhenThereIsNothingToAsk()
    {
        try (FakeNode node = FakeNode.start(command -> FakeReply.ok());
            Rig rig = Rig.with(io).node(node.port()).open())
        {
            rig.recorder.dialogues = nodeIndex -> new Dialogue()
            {
                @Override
                public byte[][] next()
                {
                    return null;
                }

                @Override
                public void onAnswer(final Answer answer)
                {
                    throw new AssertionError("there was no question");
                }

                @Override
                public String refusal()
                {
                    return "never";
                }
            };
            rig.transport.connect(0);
            rig.pollUntil("down 0 REFUSED never");
        }
    }

    @Test
    void shouldThrowWhatTheDialogueThrowsAndStayUsable()
    {
        try (FakeNode node = FakeNode.start(command -> FakeReply.ok());
            Rig rig = Rig.with(io).node(node.port()).open())
        {
            rig.recorder.dialogues = nodeIndex -> Recorder.questions(answer ->
            {
                throw new UnsupportedOperationException("a flaw, secret s3cret");
            }, "HELLO");
            rig.transport.connect(0);
            assertThatThrownBy(() -> rig.pollUntil(() -> false, "the flaw"))
                .isInstanceOf(UnsupportedOperationException.class);
            assertThat(rig.recorder.last()).isEqualTo(
                "down 0 REFUSED the dialogue failed with java.lang.UnsupportedOperationException");

            rig.recorder.dialogues = nodeIndex -> null;
            rig.transport.connect(0);
            assertThatThrownBy(() -> rig.pollUntil(() -> false, "no dialogue"))
                .isInstanceOf(NullPointerException.class).hasMessageContaining("returned no dialogue");
            assertThat(rig.recorder.last()).startsWith("down 0 REFUSED the handler gave no dialogue");

            rig.recorder.dialogues = nodeIndex -> Recorder.questions("HELLO");
            rig.up();
        }
    }

    @Test
    void shouldRefuseAQuestionThatIsTooLarge()
    {
        try (FakeNode node = FakeNode.start(command -> FakeReply.ok());
            Rig rig = Rig.with(io).node(node.port())
                .limits(new TransportLimits(16, 4096, 64, 1024, 8, 2)).open())
        {
            rig.recorder.dialogues = nodeIndex -> Recorder.questions("SET k " + "v".repeat(5000));
            rig.transport.connect(0);
            rig.pollUntil(() -> rig.recorder.count("down") == 1, "the refusal");

            assertThat(rig.recorder.last()).startsWith("down 0 REFUSED a question of the dialogue takes 50")
                .contains("limit of unsent bytes is 4096");
        }
    }

    @Test
    void shouldSayWhatAStrangerSaid()
    {
        try (FakeNode node = FakeNode.start(
                command -> FakeReply.raw("SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n"));
            Rig rig = Rig.with(io).node(node.port()).open())
        {
            rig.recorder.dialogues = nodeIndex -> Recorder.questions("HELLO 3 AUTH user s3cret-pass");
            rig.transport.connect(0);
            rig.pollUntil(() -> rig.recorder.count("down") == 1, "the end");

            assertThat(rig.recorder.last()).startsWith("down 0 PROTOCOL ").contains("begins with byte 0x53")
                .endsWith("near 'SSH-2.0-OpenSSH_9.2p1 Debian-2+d'");
        }
    }

    @Test
    void shouldNotShowSecretsThatANodeRepeats()
    {
        try (FakeNode node = FakeNode.start(command -> FakeReply.raw("what is s3cret-pass?\r\n"));
            Rig rig = Rig.with(io).node(node.port()).open())
        {
            rig.recorder.dialogues = nodeIndex -> Recorder.questions("HELLO 3 AUTH user s3cret-pass");
            rig.transport.connect(0);
            rig.pollUntil(() -> rig.recorder.count("down") == 1, "the end");

            assertThat(rig.recorder.last()).startsWith("down 0 PROTOCOL ")
                .contains("they repeat what was sent").doesNotContain("s3cret");
        }
    }
}
