// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Script;
import dev.redlock.tck.driver.TckClient;
import dev.redlock.tck.driver.TckCommands;
import dev.redlock.tck.driver.TckDialogue;
import dev.redlock.tck.driver.TckErrors;
import dev.redlock.tck.driver.TckReply;
import dev.redlock.tck.driver.TckRules;
import dev.redlock.tck.driver.TckScripts;

/**
 * A reply is told as it is: the engine alone decides what it means.
 */
public interface ReplyRules extends TckRules
{
    /**
     * OK is a grant. Nothing else may look like it.
     */
    @Test
    default void shouldTellOk()
    {
        final TckClient client = open().up(0);
        final long id = client.send(0,
            client.operation(TckCommands.SET_NX, client.key("lock")).bytes(0, bytes("x")).number(0, 60_000));

        assertThat(client.awaitReply(id)).isEqualTo(TckReply.of(Reply.Kind.OK));
    }

    /**
     * A status that is not OK is no grant: something on the way queues, or the command was another.
     */
    @Test
    default void shouldTellOkFromEveryOtherStatus()
    {
        final TckClient client = open().up(0);
        final long ping = client.send(0, client.operation(TckCommands.PING, null));
        final long set =
            client.send(0, client.operation(TckCommands.SET, client.key("x")).bytes(0, bytes("OK")));
        final long get = client.send(0, client.operation(TckCommands.GET, client.key("x")));

        assertThat(client.awaitReply(ping)).isEqualTo(TckReply.of(Reply.Kind.STATUS));
        assertThat(client.awaitReply(set)).isEqualTo(TckReply.of(Reply.Kind.OK));
        assertThat(client.awaitReply(get)).isEqualTo(TckReply.text("OK"));
    }

    /**
     * A number that comes back in its place shows that questions and answers still go together.
     */
    @Test
    default void shouldBringBackANumber()
    {
        final TckClient client = open().up(0);
        for (final long number : new long[]{0, 7, 1L << 40, Long.MAX_VALUE})
        {
            final long id = client.send(0, client.operation(TckCommands.ECHO, null).number(0, number));
            assertThat(client.awaitReply(id)).isEqualTo(TckReply.text(Long.toString(number)));
        }
    }

    /**
     * A string is told byte by byte, as far as there is room for it; that it reads OK, or like a number,
     * makes nothing else of it.
     */
    @Test
    default void shouldTruncateTextToTheRoom()
    {
        final TckClient client = open().up(0);
        final String longest = "0123456789abcdef".repeat(Reply.MAX_TEXT / 16);
        for (final String text : List.of("OK", "", "1", "two\r\nlines", longest, "short", longest + "+1"))
        {
            client.send(0, client.operation(TckCommands.SET, client.key("text")).bytes(0, bytes(text)));
            final long get = client.send(0, client.operation(TckCommands.GET, client.key("text")));
            assertThat(client.awaitReply(get)).isEqualTo(
                TckReply.text(text.substring(0, Math.min(Reply.MAX_TEXT, text.length()))));
        }
    }

    /**
     * A null is a refusal: somebody else has the key.
     */
    @Test
    default void shouldTellANull()
    {
        final TckClient client = open().up(0);
        client.append(0, "lock", "theirs");
        final long id = client.send(0,
            client.operation(TckCommands.SET_NX, client.key("lock")).bytes(0, bytes("x")).number(0, 60_000));

        assertThat(client.awaitReply(id)).isEqualTo(TckReply.of(Reply.Kind.NIL));
        expect(client, TckScripts.NOTHING, TckReply.of(Reply.Kind.NIL));
    }

    /**
     * Fences and lifetimes are numbers of any size.
     */
    @Test
    default void shouldTellEveryNumber()
    {
        final TckClient client = open().up(0);
        int i = 0;
        for (final long number :
            new long[]{0, 1, -1, 9, 10, 1_700_000_000_000L, Long.MAX_VALUE, Long.MIN_VALUE})
        {
            final long id = client.send(0,
                client.operation(TckCommands.INCRBY, client.key("number" + i++)).number(0, number));
            assertThat(client.awaitReply(id)).isEqualTo(TckReply.numbers(number));
        }
    }

    /**
     * Scripts answer with several numbers at once.
     */
    @Test
    default void shouldTellAListOfNumbers()
    {
        expect(open().up(0), TckScripts.NUMBERS, TckReply.numbers(1L, -2L, 300L));
    }

    /**
     * The flyweight has room for so many; more must do no harm.
     */
    @Test
    default void shouldTellTheFirstNumbersOfALongList()
    {
        expect(open().up(0), TckScripts.TEN_NUMBERS, TckReply.numbers(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L));
    }

    /**
     * TIME answers with digits in strings.
     */
    @Test
    default void shouldTellDigitsAsNumbers()
    {
        final TckClient client = open().up(0);
        expect(client, TckScripts.DIGITS, TckReply.numbers(1_700_000_000L, 999_999L));
        final TckReply time = client.awaitReply(client.send(0, client.operation(TckCommands.TIME, null)));

        assertThat(time.kind()).isEqualTo(Reply.Kind.NUMBERS);
        assertThat(time.numbers()).hasSize(2);
        assertThat(time.numbers().get(0)).isGreaterThan(1_500_000_000L);
        assertThat(time.numbers().get(1)).isBetween(0L, 999_999L);
    }

    /**
     * An answer of an unknown shape is not an answer; it must not pass for a similar one.
     */
    @Test
    default void shouldTellOtherShapesAsOther()
    {
        final TckClient client = open().up(0);
        expect(client, TckScripts.MIXED, TckReply.of(Reply.Kind.OTHER));
        expect(client, TckScripts.NESTED, TckReply.of(Reply.Kind.OTHER));
        expect(client, TckScripts.WITH_NIL, TckReply.of(Reply.Kind.OTHER));
    }

    /**
     * What can be done about an error depends on its code, and people need its words.
     */
    @Test
    default void shouldTellAndClassifyErrors()
    {
        final Map<String, ErrorCode> errors = Map.of(
            "OOM command not allowed when used memory > 'maxmemory'.", ErrorCode.OOM,
            "READONLY You can't write against a read only replica.", ErrorCode.READONLY,
            "LOADING Redis is loading the dataset in memory", ErrorCode.LOADING,
            "MISCONF Redis is configured to save RDB snapshots", ErrorCode.MISCONF,
            "NOPERM this user has no permissions", ErrorCode.NOPERM,
            "MOVED 3999 127.0.0.1:6381", ErrorCode.CLUSTER, "NEWCODE of next year", ErrorCode.OTHER);

        final TckClient client = open().up(0);
        errors.forEach((text, code) ->
        {
            final TckReply reply = client.awaitReply(
                client.send(0, client.operation(TckCommands.FAIL, null).bytes(0, bytes(text))));
            assertThat(reply.kind()).isEqualTo(Reply.Kind.ERROR);
            assertThat(reply.code()).isEqualTo(code);
            assertThat(reply.text()).startsWith(text);
            assertThat(reply.numbers()).isEmpty();
        });
    }

    /**
     * An error means the same on every transport: the server's words decide, and {@link ErrorCode#of(String)}
     * reads them, whatever a transport's own client makes of them.
     */
    @Test
    default void shouldClassifyErrorsOfEveryCode()
    {
        final Map<ErrorCode, String> texts = TckErrors.texts();
        assertThat(texts.keySet()).as("a text for every code")
            .containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(EnumSet.of(ErrorCode.NONE)));

        final TckClient client = open().up(0);
        texts.forEach((code, text) ->
        {
            final TckReply reply = client.awaitReply(
                client.send(0, client.operation(TckCommands.FAIL, null).bytes(0, bytes(text))));
            assertThat(reply.kind()).as(text).isEqualTo(Reply.Kind.ERROR);
            assertThat(reply.code()).as(text).isEqualTo(code);
            assertThat(reply.text()).startsWith(text);
            assertThat(client.isUp(0)).as("an error is an answer: %s", text).isTrue();
        });
    }

    /**
     * The flyweight is the same every time; nothing may stick to it.
     */
    @Test
    default void shouldNotLeakThePreviousReply()
    {
        final TckClient client = open().up(0);
        for (int i = 0; i < 3; i++)
        {
            expect(client, TckScripts.TEN_NUMBERS, TckReply.numbers(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L));
            expect(client, TckScripts.NOTHING, TckReply.of(Reply.Kind.NIL));
            final TckReply error = client.awaitReply(
                client.send(0, client.operation(TckCommands.FAIL, null).bytes(0, bytes("OOM no memory"))));
            assertThat(error.numbers()).isEmpty();
            expect(client, TckScripts.NUMBERS, TckReply.numbers(1L, -2L, 300L));
            final long set =
                client.send(0, client.operation(TckCommands.SET, client.key("x")).bytes(0, bytes("x")));
            assertThat(client.awaitReply(set)).isEqualTo(TckReply.of(Reply.Kind.OK));
        }
    }

    /**
     * A network cuts replies into pieces wherever it likes.
     */
    @Test
    default void shouldReadRepliesThatComeInPieces()
    {
        final TckClient client = open().up(0);
        node(0).split();
        final List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++)
        {
            ids.add(client.append(0, "log", "x"));
            client.send(0, client.operation(TckCommands.run(TckScripts.NESTED), null));
            client.send(0, client.operation(TckCommands.FAIL, null).bytes(0, bytes("OOM no memory")));
            client.send(0, client.operation(TckCommands.run(TckScripts.LONG_TEXT), null));
            ids.add(client.send(0, client.operation(TckCommands.STRLEN, client.key("log"))));
        }
        client.awaitReplies();

        for (int i = 0; i < 40; i++)
        {
            assertThat(client.reply(ids.get(i))).isEqualTo(TckReply.numbers(i / 2 + 1L));
        }
    }

    /**
     * Core greets with RESP3 where it can. Nulls look different there, and mean the same.
     */
    @Test
    default void shouldTellTheSameInBothProtocols()
    {
        for (final String protocol : List.of("2", "3"))
        {
            final TckClient client = open();
            client.dialogues((nodeIndex) -> TckDialogue.asking(
                client.isSessionOpened() ? TckDialogue.words("PING") : TckDialogue.words("HELLO", protocol)));
            client.up(0);
            expect(client, TckScripts.NOTHING, TckReply.of(Reply.Kind.NIL));
            expect(client, TckScripts.NUMBERS, TckReply.numbers(1L, -2L, 300L));
            expect(client, TckScripts.DIGITS, TckReply.numbers(1_700_000_000L, 999_999L));
            expect(client, TckScripts.WITH_NIL, TckReply.of(Reply.Kind.OTHER));
            expect(client, TckScripts.TEXT, TckReply.text("text"));
            final long nothing = client.send(0, client.operation(TckCommands.GET, client.key("nothing")));
            assertThat(client.awaitReply(nothing)).isEqualTo(TckReply.of(Reply.Kind.NIL));
        }
    }

    private static void expect(final TckClient client, final Script script, final TckReply expected)
    {
        final Operation operation = client.operation(TckCommands.run(script), null);

        assertThat(client.awaitReply(client.send(0, operation))).as(script.name()).isEqualTo(expected);
    }
}
