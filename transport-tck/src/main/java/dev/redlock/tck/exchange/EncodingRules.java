// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.tck.driver.TckClient;
import dev.redlock.tck.driver.TckCommands;
import dev.redlock.tck.driver.TckRules;
import dev.redlock.tck.driver.TckScripts;

/**
 * The node receives what templates and operations say, byte by byte.
 */
public interface EncodingRules extends TckRules
{
    /**
     * The engine has one operation and one token array for all nodes and all attempts. What it changes after
     * the offer must not change what was offered.
     */
    @Test
    default void shouldLetTheOperationBeReusedAtOnce()
    {
        final TckClient client = open().up(0);
        final Operation operation = client.operation(TckCommands.APPEND, client.key("first"));
        final byte[] text = bytes("old");
        client.send(0, operation.bytes(0, text));
        Arrays.fill(text, (byte)'#');
        operation.wrap(TckCommands.INCRBY, client.key("second"), operation.correlationId() + 1)
            .number(0, 41).bytes(0, bytes("never"));
        client.send(0, operation);
        operation.wrap(TckCommands.STRLEN, client.key("third"), operation.correlationId() + 1).number(0, -1);
        client.awaitReplies();

        assertThat(valueAt(0, "first")).isEqualTo("old");
        assertThat(valueAt(0, "second")).isEqualTo("41");
    }

    /**
     * A second key beside the lock is named after it.
     */
    @Test
    default void shouldSendKeysWithSuffixes()
    {
        final TckClient client = open().up(0);
        client.awaitReply(client.send(0, client.operation(TckCommands.SET_TWO, client.key("one"))
            .bytes(0, bytes("first")).bytes(1, bytes("second"))));

        assertThat(valueAt(0, "one")).isEqualTo("first");
        assertThat(valueAt(0, "one" + TckCommands.SUFFIX)).isEqualTo("second");
    }

    /**
     * A fenced acquire has six arguments; later ones may have more.
     */
    @Test
    default void shouldFillAllSlots()
    {
        final TckClient client = open().up(0);
        final Operation operation = client.operation(TckCommands.RECORD_ALL, client.key("all"));
        final ByteArrayOutputStream expected = new ByteArrayOutputStream();
        expected.writeBytes(TckScripts.recorded('k', bytes("all")));
        expected.writeBytes(TckScripts.recorded('k', bytes("all" + TckCommands.SUFFIX)));
        for (int i = 0; i < Operation.MAX_BYTES; i++)
        {
            operation.bytes(i, bytes("slot" + i));
            expected.writeBytes(TckScripts.recorded('a', bytes("slot" + i)));
        }
        for (int i = 0; i < Operation.MAX_NUMBERS; i++)
        {
            operation.number(i, i * 1001L);
            expected.writeBytes(TckScripts.recorded('a', bytes(Long.toString(i * 1001L))));
        }
        client.awaitReply(client.send(0, operation));

        assertThat(node(0).value(bytes("all"))).isEqualTo(expected.toByteArray());
    }

    /**
     * Slots may be used in any order, twice, or not at all, and literals are sent as they are.
     */
    @Test
    default void shouldFillSomeSlotsInAnyOrder()
    {
        final TckClient client = open().up(0);
        client.awaitReply(client.send(0, client.operation(TckCommands.RECORD_SOME, client.key("some"))
            .number(7, 77).bytes(3, bytes("three")).bytes(1, bytes("one"))));

        final ByteArrayOutputStream expected = new ByteArrayOutputStream();
        expected.writeBytes(TckScripts.recorded('k', bytes("some")));
        expected.writeBytes(TckScripts.recorded('a', bytes("77")));
        expected.writeBytes(TckScripts.recorded('a', bytes("three")));
        expected.writeBytes(TckScripts.recorded('a', bytes(TckCommands.LITERAL)));
        expected.writeBytes(TckScripts.recorded('a', bytes("")));
        expected.writeBytes(TckScripts.recorded('a', bytes("77")));
        expected.writeBytes(TckScripts.recorded('a', bytes("one")));
        assertThat(node(0).value(bytes("some"))).isEqualTo(expected.toByteArray());
    }

    /**
     * Times are numbers of every length; the least long has no positive counterpart to print.
     */
    @Test
    default void shouldSendEveryNumber()
    {
        final List<Long> numbers = new ArrayList<>(List.of(0L, -1L, Long.MAX_VALUE, Long.MIN_VALUE));
        for (long power = 10; power > 0 && power < Long.MAX_VALUE / 10; power *= 10)
        {
            numbers.addAll(List.of(power - 1, power, power + 1, -power));
        }

        final TckClient client = open().up(0);
        for (final long number : numbers)
        {
            client.awaitReply(client.send(0, client.operation(TckCommands.RECORD_SOME, client.key("number"))
                .number(7, number).bytes(3, new byte[0]).bytes(1, new byte[0])));
            assertThat(node(0).value(bytes("number")))
                .startsWith(TckScripts.recorded('k', bytes("number")))
                .containsSequence(TckScripts.recorded('a', bytes(Long.toString(number))));
        }
    }

    /**
     * Owner tokens are random bytes: line ends, zeros and halves of characters are among them.
     */
    @Test
    default void shouldSendEveryByte()
    {
        final byte[] every = new byte[256];
        for (int i = 0; i < every.length; i++)
        {
            every[i] = (byte)i;
        }

        final TckClient client = open().up(0);
        final List<byte[]> values =
            List.of(every, bytes("\r\n"), bytes("$3\r\nfoo\r\n"), new byte[1], new byte[0]);
        for (final byte[] value : values)
        {
            client.awaitReply(
                client.send(0, client.operation(TckCommands.SET, client.key("value")).bytes(0, value)));
            assertThat(node(0).value(bytes("value"))).isEqualTo(value);

            final PreparedKey key = client.transport().prepare(value);
            assertThat(key.length()).isEqualTo(value.length);
            client.awaitReply(client.send(0, client.operation(TckCommands.SET, key).bytes(0, bytes("here"))));
            assertThat(node(0).value(value)).isEqualTo(bytes("here"));
        }
    }

    /**
     * Names of locks are made by people and programs, and some are long.
     */
    @Test
    default void shouldSendKeysAndBytesOfEveryLength()
    {
        final TckClient client = open().up(0);
        for (final int length : new int[]{1, 9, 10, 99, 100, 999, 1000, 4095, 4096, 9999, 10_000, 65_536})
        {
            final String key = "k".repeat(length);
            final String value = "v".repeat(length);
            client.awaitReply(
                client.send(0, client.operation(TckCommands.SET, client.key(key)).bytes(0, bytes(value))));
            assertThat(valueAt(0, key)).isEqualTo(value);
        }
    }

    /**
     * A key is prepared once and used for years; the array it came in belongs to the caller.
     */
    @Test
    default void shouldKeepACopyOfThePreparedKey()
    {
        final TckClient client = open().up(0);
        final byte[] bytes = bytes("mine");
        final PreparedKey key = client.transport().prepare(bytes);
        Arrays.fill(bytes, (byte)'#');
        client.awaitReply(client.send(0, client.operation(TckCommands.SET, key).bytes(0, bytes("x"))));

        assertThat(valueAt(0, "mine")).isEqualTo("x");
        assertThat(valueAt(0, "####")).isNull();
    }

    /**
     * Many handles, many keys, all nodes, and commands in between that have another key or none.
     */
    @Test
    default void shouldUsePreparedKeysOnAllNodesInAnyOrder()
    {
        final TckClient client = open().up(0, 1, 2);
        for (int round = 0; round < 3; round++)
        {
            for (int i = 0; i < 100; i++)
            {
                final String key = "k".repeat(1 + i % 30) + i;
                client.append((i + round) % 3, key, "r" + round);
                client.send(i % 3, client.operation(TckCommands.TIME, null));
                client.append(i % 3, "all", ".");
            }
        }
        client.awaitReplies();

        for (int i = 0; i < 100; i++)
        {
            final String key = "k".repeat(1 + i % 30) + i;
            for (int round = 0; round < 3; round++)
            {
                assertThat(valueAt((i + round) % 3, key)).isEqualTo("r" + round);
            }
        }
        assertThat(valueAt(0, "all")).hasSize(3 * 34);
    }

    /**
     * Two transports in one process are independent.
     */
    @Test
    default void shouldServeTwoTransportsSideBySide()
    {
        final TckClient one = open().up(0);
        final TckClient other = open().up(0);
        for (int i = 0; i < 50; i++)
        {
            one.append(0, "one", "1");
            other.append(0, "other", "2");
        }
        one.awaitReplies();
        other.awaitReplies();

        assertThat(new String(node(0).value(bytes("one")), StandardCharsets.US_ASCII)).hasSize(50);
        assertThat(valueAt(0, "other")).isEqualTo("2".repeat(50));
    }
}
