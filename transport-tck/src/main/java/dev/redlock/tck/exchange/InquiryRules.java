// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.Answer;
import dev.redlock.tck.driver.TckAnswers;
import dev.redlock.tck.driver.TckClient;
import dev.redlock.tck.driver.TckEvent;
import dev.redlock.tck.driver.TckInquiry;
import dev.redlock.tck.driver.TckRules;
import dev.redlock.tck.driver.TckScripts;

/**
 * Questions off the hot path.
 */
public interface InquiryRules extends TckRules
{
    /**
     * An inspection that overtakes an earlier acquire shows a state that never existed.
     */
    @Test
    default void shouldKeepInquiriesInOrderWithOperations()
    {
        final TckClient client = open().up(0);
        final List<TckInquiry> inquiries = new ArrayList<>();
        for (int i = 1; i <= 50; i++)
        {
            client.append(0, "log", "x");
            inquiries.add(client.ask(0, "STRLEN", "log"));
        }
        client.awaitReplies();

        for (int i = 0; i < 50; i++)
        {
            assertThat(inquiries.get(i).answer().number()).isEqualTo(i + 1);
        }
    }

    /**
     * An answer is the whole answer: an operator's question may have any shape.
     */
    @Test
    default void shouldGiveAnswersOfEveryShape()
    {
        final TckClient client = open().up(0);
        client.append(0, "text", "ż\r\n");

        expect(client, "'ż\r\n'", "GET", "text");
        expect(client, "nil", "GET", "nothing");
        expect(client, "4", "STRLEN", "text");
        expect(client, "'OK'", "SET", "other", "x");
        expect(client, "[1, -2, 300]", "EVAL", TckScripts.NUMBERS.text(), "0");
        expect(client, "[1, [2, [3]]]", "EVAL", TckScripts.NESTED.text(), "0");
        expect(client, "[1, nil, 3]", "EVAL", TckScripts.WITH_NIL.text(), "0");
        expect(client, "['1700000000', '999999']", "EVAL", TckScripts.DIGITS.text(), "0");
        expect(client, "'" + "x".repeat(5000) + "'", "EVAL", TckScripts.LONG_TEXT.text(), "0");
    }

    /**
     * An error is an answer, too.
     */
    @Test
    default void shouldGiveAnErrorAsAnAnswer()
    {
        final TckClient client = open().up(0);
        final TckInquiry inquiry = client.ask(0, "NONSUCH", "x");
        client.awaitReplies();

        assertThat(inquiry.answer().isError()).isTrue();
        assertThat(inquiry.answer().text()).startsWith("ERR unknown command");
    }

    /**
     * Null, once, and before the end is told.
     */
    @Test
    default void shouldGiveNullWhenTheConnectionEnds()
    {
        final TckClient client = open().up(0);
        node(0).holdReplies();
        final TckInquiry first = client.ask(0, "PING");
        final TckInquiry second = client.ask(0, "PING");
        client.transport().flush();
        node(0).cut();
        client.awaitDown(0, 1);

        assertThat(first.isAnswered() && second.isAnswered()).isTrue();
        assertThat(first.answer()).isNull();
        assertThat(second.answer()).isNull();
    }

    /**
     * No question is asked twice, on any connection.
     */
    @Test
    default void shouldNotAskAgainOnTheNextConnection()
    {
        final TckClient client = open().up(0);
        node(0).holdReplies();
        client.ask(0, "APPEND", "log", "x");
        client.transport().flush();
        client.await("the node executes", () -> "x".equals(valueAt(0, "log")));
        node(0).cut();
        client.awaitDown(0, 1);
        node(0).release();
        client.up(0);
        client.awaitReply(client.append(0, "log", "y"));

        assertThat(valueAt(0, "log")).isEqualTo("xy");
    }

    /**
     * One answer leads to the next question.
     */
    @Test
    default void shouldTakeInquiriesInACallback()
    {
        final TckClient client = open().up(0);
        final List<TckInquiry> inquiries = new ArrayList<>();
        client.onEvent((event) ->
        {
            if (event.kind() == TckEvent.Kind.ANSWER && inquiries.size() < 20)
            {
                inquiries.add(client.ask(0, "APPEND", "log", "x"));
            }
        });
        inquiries.add(client.ask(0, "APPEND", "log", "x"));
        client.awaitReplies();

        assertThat(inquiries).hasSize(20);
        assertThat(inquiries.get(19).answer().number()).isEqualTo(20);
    }

    private static void expect(final TckClient client, final String expected, final String... words)
    {
        final TckInquiry inquiry = client.ask(0, words);
        client.await(words[0] + " is answered", inquiry::isAnswered);
        final Answer answer = inquiry.answer();

        assertThat(TckAnswers.told(answer)).isEqualTo(expected);
    }
}
