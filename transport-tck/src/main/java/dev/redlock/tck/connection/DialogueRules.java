// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.Answer;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.tck.driver.TckAnswers;
import dev.redlock.tck.driver.TckClient;
import dev.redlock.tck.driver.TckCredentials;
import dev.redlock.tck.driver.TckDialogue;
import dev.redlock.tck.driver.TckEvent;
import dev.redlock.tck.driver.TckRules;
import dev.redlock.tck.driver.TckScripts;

/**
 * The dialogue that comes before everything else on a new connection.
 */
public interface DialogueRules extends TckRules
{
    /**
     * Core decides on the answers whether the node may vote, so all of them must be in before it is up.
     */
    @Test
    default void shouldPutTheQuestionsBeforeTheNodeIsUp()
    {
        final TckClient client = open();
        final TckDialogue dialogue = TckDialogue.asking(
            TckDialogue.words("SET", "dialogue", "x"),
            TckDialogue.words("GET", "dialogue"),
            TckDialogue.words("GET", "nothing"),
            TckDialogue.words("APPEND", "dialogue", "ż"),
            TckDialogue.words("EVAL", TckScripts.NESTED.text(), "0"),
            TckDialogue.words("EVAL", TckScripts.FAIL.text(), "0", "OOM no memory"));
        client.dialogues((nodeIndex) -> dialogue);
        final int[] answeredWhenUp = {0};
        client.on(TckEvent.Kind.UP, (event) -> answeredWhenUp[0] = dialogue.answers().size());
        client.up(0);

        final List<Answer> answers = dialogue.answers();
        assertThat(answeredWhenUp[0]).isEqualTo(6);
        assertThat(answers.get(0).text()).isEqualTo("OK");
        assertThat(answers.get(1).text()).isEqualTo("x");
        assertThat(answers.get(2).kind()).isEqualTo(Answer.Kind.NIL);
        assertThat(answers.get(3).number()).isEqualTo(3);
        assertThat(TckAnswers.told(answers.get(4))).isEqualTo("[1, [2, [3]]]");
        assertThat(answers.get(5).isError()).isTrue();
        assertThat(answers.get(5).text()).startsWith("OOM no memory");
    }

    /**
     * A dialogue may be long, and its answers may come in pieces.
     */
    @Test
    default void shouldPutManyQuestions()
    {
        final TckClient client = open();
        final List<String[]> questions = new ArrayList<>();
        for (int i = 0; i < 100; i++)
        {
            questions.add(TckDialogue.words("APPEND", "dialogue", i + ","));
        }
        final TckDialogue dialogue = TckDialogue.asking(questions.toArray(new String[0][]));
        client.dialogues((nodeIndex) -> dialogue);
        node(0).split();
        client.up(0);

        assertThat(dialogue.answers()).hasSize(100);
        assertThat(valueAt(0, "dialogue")).startsWith("0,1,2,").endsWith("98,99,");
    }

    /**
     * Core may have nothing to ask.
     */
    @Test
    default void shouldBeUpAtOnceIfThereIsNothingToAsk()
    {
        final TckClient client = open();
        client.dialogues((nodeIndex) -> TckDialogue.silent());
        client.up(0);

        assertThat(client.events(TckEvent.Kind.CONNECTED, 0)).hasSize(1);
        client.awaitReply(client.append(0, "log", "x"));
    }

    /**
     * A refused node must not vote, and the log must say why.
     */
    @Test
    default void shouldDropANodeThatTheDialogueRefuses()
    {
        final TckClient client = open();
        final TckDialogue dialogue = TckDialogue
            .asking(TckDialogue.words("PING"), TckDialogue.words("PING"), TckDialogue.words("PING"))
            .refusingAfter(2, "this node is a replica; name its master");
        client.dialogues((nodeIndex) -> dialogue);
        client.connect(0);
        final TckEvent down = client.awaitDown(0, 1);
        client.quiet();

        assertThat(down.reason()).isEqualTo(DownReason.REFUSED);
        assertThat(down.detail()).isEqualTo("this node is a replica; name its master");
        assertThat(dialogue.answers()).hasSize(2);
        assertThat(dialogue.asked()).isEqualTo(2);
        assertThat(client.events(TckEvent.Kind.UP, 0)).isEmpty();
    }

    /**
     * A dialogue may refuse for reasons that it did not get from this node.
     */
    @Test
    default void shouldDropANodeThatIsRefusedWithoutAQuestion()
    {
        final TckClient client = open();
        client.dialogues((nodeIndex) -> TckDialogue.silent().refusingAfter(0, "not today"));
        client.connect(0);
        final TckEvent down = client.awaitDown(0, 1);

        assertThat(down.reason()).isEqualTo(DownReason.REFUSED);
        assertThat(down.detail()).isEqualTo("not today");
        assertThat(client.events(TckEvent.Kind.UP, 0)).isEmpty();
    }

    /**
     * What is thrown at the words of one node concerns its connection, and must not leave a poll that brings
     * the others' answers. It is named without its message, which may repeat a password.
     */
    @Test
    default void shouldDropOnlyTheNodeWhoseDialogueThrows()
    {
        for (final Throwable thrown : List.of(new IOException("hunter2"), new StackOverflowError("hunter2")))
        {
            final TckClient client = open();
            client.dialogues((nodeIndex) -> TckDialogue.asking(TckDialogue.words("PING"))
                .onAnswer(() -> DialogueRules.<RuntimeException>raise(thrown)));
            client.connect(0);
            checkRefused(client, 1, thrown);

            client.dialogues((nodeIndex) ->
            {
                DialogueRules.<RuntimeException>raise(thrown);

                return null;
            });
            client.connect(0);
            checkRefused(client, 2, thrown);
            client.dialogues((nodeIndex) -> TckDialogue.silent());
            client.up(1);
            client.awaitReply(client.append(1, "log", "x"));
            client.up(0);
        }
    }

    /*
     * As languages without checked exceptions throw them.
     */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(final Throwable thrown) throws T
    {
        throw (T)thrown;
    }

    private static void checkRefused(final TckClient client, final int count, final Throwable thrown)
    {
        assertThat(catchThrowable(() -> client.awaitDown(0, count))).as("what left a poll").isNull();
        final TckEvent down = client.awaitDown(0, count);
        assertThat(down.reason()).isEqualTo(DownReason.REFUSED);
        assertThat(down.detail()).contains(thrown.getClass().getName()).doesNotContain("hunter2");
    }

    /**
     * Refused today is not refused forever, and every connection is asked anew: behind the same address
     * there may be another process.
     */
    @Test
    default void shouldHoldADialogueOnEveryConnection()
    {
        final TckClient client = open();
        final int[] opened = {0};
        client.dialogues((nodeIndex) -> opened[0]++ == 0 ?
            TckDialogue.asking(TckDialogue.words("PING")).refusingAfter(1, "loading") :
            TckDialogue.asking(TckDialogue.words("PING")));
        client.connect(0);
        client.awaitDown(0, 1);
        client.up(0);
        client.disconnect(0);
        client.awaitDown(0, 2);
        client.up(0);

        assertThat(opened[0]).isEqualTo(3);
    }

    /**
     * A half-finished dialogue counts as none.
     */
    @Test
    default void shouldEndADialogueWithItsConnection()
    {
        final TckClient client = open();
        final TckDialogue dialogue = TckDialogue.asking(TckDialogue.words("QUIT"), TckDialogue.words("PING"));
        client.dialogues((nodeIndex) -> dialogue);
        client.connect(0);
        final TckEvent down = client.awaitDown(0, 1);
        client.quiet();

        assertThat(down.reason()).isEqualTo(DownReason.CLOSED);
        assertThat(dialogue.answers()).hasSize(1);
        assertThat(client.events(TckEvent.Kind.UP, 0)).isEmpty();
    }

    /**
     * Nodes are greeted at the same time: one that is slow must not keep the quorum waiting.
     */
    @Test
    default void shouldHoldTheDialoguesOfDifferentNodesAtTheSameTime()
    {
        final TckClient client = open();
        node(0).holdReplies();
        client.connect(0);
        client.up(1, 2);

        assertThat(client.isUp(0)).isFalse();
        node(0).release();
        client.await("node 0 is up", () -> client.isUp(0));
    }

    /**
     * Passwords go through the dialogue, and broken servers echo what they were told. Logs are read by many.
     */
    @Test
    default void shouldNotRepeatTheSecretsOfADialogue()
    {
        final String secret = "hunter2-hunter2";
        final List<String> sayings = List.of(
            "?bad " + secret + "\r\n",
            "HTTP/1.1 400 HELLO 3 AUTH default " + secret + "\r\n",
            ":" + secret + "\r\n", "," + secret + "\r\n", "(" + secret + "\r\n", "$" + secret + "\r\n");
        for (final String saying : sayings)
        {
            final NodeAddress echo = harness().nonsense(bytes(saying)).with(new TckCredentials(secret));
            final TckClient client = open(List.of(echo), TransportLimits.DEFAULT);
            client.dialogues((nodeIndex) ->
                TckDialogue.asking(TckDialogue.words("HELLO", "3", "AUTH", "default", secret)));
            client.connect(0);
            assertThat(client.awaitDown(0, 1).detail()).isNotBlank().doesNotContain(secret);
            assertThat(client.transport().toString()).doesNotContain(secret);
        }
    }
}
