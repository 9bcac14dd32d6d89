// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.node;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import dev.redlock.test.resp.RespFrames;

/**
 * What a {@link FakeNode} answers: any bytes, or none, and whether it hangs up afterwards. Immutable.
 */
public final class FakeReply
{
    enum Ending
    {
        STAY,
        CLOSE,
        RESET
    }

    private static final byte[] NOTHING = {};

    private final byte[] bytes;
    private final Ending ending;

    private FakeReply(final byte[] bytes, final Ending ending)
    {
        this.bytes = bytes;
        this.ending = ending;
    }

    /**
     * Any bytes: a malformed reply, several replies, half of one.
     *
     * @param bytes to send as they are.
     * @return the reply.
     */
    public static FakeReply raw(final byte[] bytes)
    {
        return new FakeReply(bytes.clone(), Ending.STAY);
    }

    /**
     * Any text, including its line ends.
     *
     * @param text sent as UTF-8, as it is.
     * @return the reply.
     */
    public static FakeReply raw(final String text)
    {
        return new FakeReply(text.getBytes(StandardCharsets.UTF_8), Ending.STAY);
    }

    /**
     * {@code +OK}.
     *
     * @return the reply.
     */
    public static FakeReply ok()
    {
        return raw("+OK\r\n");
    }

    /**
     * The RESP2 null.
     *
     * @return the reply.
     */
    public static FakeReply nil()
    {
        return raw("$-1\r\n");
    }

    /**
     * A number.
     *
     * @param value to answer.
     * @return the reply.
     */
    public static FakeReply integer(final long value)
    {
        return raw(":" + value + "\r\n");
    }

    /**
     * An error.
     *
     * @param text with its code as the first word, without the minus sign.
     * @return the reply.
     */
    public static FakeReply error(final String text)
    {
        return raw("-" + text + "\r\n");
    }

    /**
     * A bulk string.
     *
     * @param text sent as UTF-8.
     * @return the reply.
     */
    public static FakeReply bulk(final String text)
    {
        return new FakeReply(RespFrames.bulk(text.getBytes(StandardCharsets.UTF_8)), Ending.STAY);
    }

    /**
     * An array.
     *
     * @param elements complete replies themselves.
     * @return the reply.
     */
    public static FakeReply array(final FakeReply... elements)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("*" + elements.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
        Arrays.stream(elements).forEach((element) -> out.writeBytes(element.bytes));

        return new FakeReply(out.toByteArray(), Ending.STAY);
    }

    /**
     * No answer; the connection stays open.
     *
     * @return the reply.
     */
    public static FakeReply silence()
    {
        return new FakeReply(NOTHING, Ending.STAY);
    }

    /**
     * The same bytes, then closes the connection with FIN.
     *
     * @return another reply.
     */
    public FakeReply thenClose()
    {
        return new FakeReply(bytes, Ending.CLOSE);
    }

    /**
     * The same bytes, then closes the connection with RST.
     *
     * @return another reply.
     */
    public FakeReply thenReset()
    {
        return new FakeReply(bytes, Ending.RESET);
    }

    byte[] bytes()
    {
        return bytes;
    }

    Ending ending()
    {
        return ending;
    }
}
