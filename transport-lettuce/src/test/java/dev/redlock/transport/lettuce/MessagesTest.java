// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;

import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.spi.TransportLimits;
import dev.redlock.transport.resp.RespDecoder;
import dev.redlock.transport.resp.RespException;

/**
 * Both threads are this one here. What they do to each other is in the tests over sockets.
 */
class MessagesTest
{
    private static final byte[] CHANNEL = {'m'};
    private static final int MOST = 4096;
    private static final int CROWD = MOST / 4;

    private final Messages messages = new Messages();
    private final RespDecoder decoder = new RespDecoder(TransportLimits.DEFAULT);

    @AutoClose
    private final EmbeddedChannel channel = new EmbeddedChannel();

    MessagesTest() throws RespException
    {
        read(">3\r\n$9\r\nsubscribe\r\n$1\r\nm\r\n:1\r\n", CHANNEL);
    }

    @Test
    void shouldTellAMessageAfterTheAnswersBeforeIt() throws RespException
    {
        add("one", 2);
        assertThat(next(2)).as("not shown yet").isNull();
        assertThat(messages.publish()).isTrue();
        assertThat(messages.publish()).isFalse();
        assertThat(next(1)).isNull();
        assertThat(next(2)).isEqualTo("one");
        messages.remove();
        assertThat(next(2)).isNull();
    }

    @Test
    void shouldKeepWhatWasSaidUntilItIsTold() throws RespException
    {
        for (int i = 0; i < 3 * MOST; i++)
        {
            add("message " + i, i);
            add("another " + i, i);
            messages.publish();
            assertThat(next(i)).isEqualTo("message " + i);
            messages.remove();
            assertThat(next(i)).isEqualTo("another " + i);
            messages.remove();
        }
    }

    /**
     * What one read has brought must be taken; the next one waits.
     */
    @Test
    void shouldReadNoMoreWhileTheEngineIsBehind() throws RespException
    {
        fill(CROWD);
        assertThat(channel.config().isAutoRead()).isTrue();
        fill(MOST - CROWD);
        assertThat(channel.config().isAutoRead()).isFalse();
        assertThatThrownBy(() -> add("one too many", 0)).isInstanceOf(RespException.class)
            .hasMessageContaining("than there is room for");

        for (int left = MOST - 1; left > CROWD; left--)
        {
            assertThat(messages.remove()).as("%d are left", left).isFalse();
            messages.goOn(channel.config());
            assertThat(channel.config().isAutoRead()).as("%d are left", left).isFalse();
        }
        assertThat(messages.remove()).isTrue();
        messages.goOn(channel.config());
        assertThat(channel.config().isAutoRead()).isTrue();
        assertThat(messages.remove()).as("it reads already").isFalse();
    }

    /**
     * Nobody would tell it to go on.
     */
    @Test
    void shouldReadOnIfTheEngineHasCaughtUpMeanwhile() throws RespException
    {
        fill(CROWD + 1);
        assertThat(channel.config().isAutoRead()).isFalse();
        messages.remove();
        messages.holdBack(channel.config());
        messages.goOn(channel.config());
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    private void fill(final int count) throws RespException
    {
        for (int i = 0; i < count; i++)
        {
            add("x", 0);
        }
        messages.publish();
        messages.holdBack(channel.config());
    }

    private void add(final String text, final long answers) throws RespException
    {
        read(">3\r\n$7\r\nmessage\r\n$1\r\nm\r\n$" + text.length() + "\r\n" + text + "\r\n", null);
        messages.add(decoder.push(), answers);
    }

    private void read(final String push, final byte[] awaited) throws RespException
    {
        final byte[] in = push.getBytes(StandardCharsets.US_ASCII);
        decoder.begin(null, awaited);
        decoder.decode(in, 0, in.length);
        assertThat(decoder.isComplete()).isTrue();
    }

    private String next(final long answers)
    {
        final Messages.Message message = messages.next(answers, messages.arrived());

        return message == null ? null :
            new String(message.bytes(), 0, message.length(), StandardCharsets.US_ASCII);
    }
}
