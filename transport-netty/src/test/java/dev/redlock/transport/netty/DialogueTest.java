// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportLimits;
import dev.redlock.tck.node.FakeCommand;
import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeReply;

class DialogueTest extends OverBothSockets
{
    @Test
    void shouldSendOnlyOneQuestionAtATime()
    {
        final List<Integer> inFlight = new ArrayList<>();
        final FakeNode node = node(command -> FakeReply.integer(inFlight.size()));
        final NettyRig rig = rig().node(node.port()).open();
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

    @Test
    void shouldNotAcceptAnythingBeforeTheDialogueIsDone()
    {
        final List<Integer> results = new ArrayList<>();
        final FakeNode node = node(command -> FakeReply.ok());
        final NettyRig rig = rig().node(node.port()).open();
        rig.recorder.dialogues = nodeIndex ->
        {
            results.add(rig.offer(NettyRig.PING, 1));
            results.add(rig.inquire(0, "PING"));

            return Recorder.questions(answer ->
            {
                results.add(rig.offer(NettyRig.PING, 2));

                return null;
            }, "HELLO 3");
        };
        rig.recorder.onUp = nodeIndex -> results.add(rig.offer(NettyRig.PING, 3));
        rig.up();

        assertThat(results).containsExactly(Transport.NOT_CONNECTED, Transport.NOT_CONNECTED,
            Transport.NOT_CONNECTED, Transport.ACCEPTED);
    }

    @Test
    void shouldEndOnlyTheConnectionWhoseDialogueThrows()
    {
        final FakeNode node = node(command -> FakeReply.ok());
        final NettyRig rig = rig().node(node.port()).open();
        rig.recorder.dialogues = nodeIndex -> Recorder.questions(answer ->
        {
            throw new UnsupportedOperationException("a flaw, secret s3cret");
        }, "HELLO");
        rig.connect(0).awaitDown();
        assertThat(rig.recorder.last())
            .startsWith("down 0 REFUSED the dialogue failed with java.lang.UnsupportedOperationException at ")
            .doesNotContain("s3cret");

        rig.recorder.dialogues = nodeIndex -> null;
        rig.connect(0).pollUntil(() -> rig.recorder.count("down") > 1, "the end of the next");
        assertThat(rig.recorder.last()).startsWith("down 0 REFUSED onConnected returned no dialogue");

        rig.recorder.dialogues = nodeIndex -> Recorder.questions("HELLO");
        rig.up();
    }

    @Test
    void shouldRefuseAQuestionThatIsTooLarge()
    {
        final FakeNode node = node(command -> FakeReply.ok());
        final NettyRig rig =
            rig().node(node.port()).limits(new TransportLimits(16, 4096, 64, 1024, 8, 2)).open();
        rig.recorder.dialogues = nodeIndex -> Recorder.questions("SET k " + "v".repeat(5000));
        rig.connect(0).awaitDown();

        assertThat(rig.recorder.last()).startsWith("down 0 REFUSED a question of the dialogue takes 50")
            .contains("limit of unsent bytes is 4096");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', value = {
        "SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3, byte 0x53, near 'SSH-2.0-OpenSSH_9.2p1 Debian-2+d'",
        "what is s3cret-pass?, begins with byte 0x77, they repeat what was sent"})
    void shouldSayWhatAStrangerSaidButNoSecretThatItRepeats(
        final String said, final String why, final String near)
    {
        final FakeNode node = node(command -> FakeReply.raw(said + "\r\n"));
        final NettyRig rig = rig().node(node.port()).open();
        rig.recorder.dialogues = nodeIndex -> Recorder.questions("HELLO 3 AUTH user s3cret-pass");
        rig.connect(0).awaitDown();

        assertThat(rig.recorder.last()).startsWith("down 0 PROTOCOL ").contains(why, near)
            .doesNotContain("s3cret");
    }
}
