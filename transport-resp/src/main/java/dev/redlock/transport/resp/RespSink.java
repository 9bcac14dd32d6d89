// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

/**
 * Receives the content of one reply from a {@link RespDecoder}, in the order of the bytes.
 */
public interface RespSink
{
    /**
     * Ignores everything: for skipped values.
     */
    RespSink NOWHERE = new NowhereSink();

    /**
     * How many bytes its replies have at the most, unless the node says more than it was asked for.
     *
     * @return no limit by default, other than the decoder's own.
     */
    default int usualBytes()
    {
        return Integer.MAX_VALUE;
    }

    /**
     * A null of any kind.
     *
     * @throws RespException if the reply is larger than this sink allows.
     */
    void nil() throws RespException;

    /**
     * An integer.
     *
     * @param value the number.
     * @throws RespException if the reply is larger than this sink allows.
     */
    void number(long value) throws RespException;

    /**
     * A boolean.
     *
     * @param value true or false.
     * @throws RespException if the reply is larger than this sink allows.
     */
    void bool(boolean value) throws RespException;

    /**
     * Begins a string, an error, a double or a big number. Its bytes follow in pieces.
     *
     * @param mark   by which it begins on the wire.
     * @param length of the whole, or -1 if it is a line and not known yet.
     * @throws RespException if the reply is larger than this sink allows.
     */
    void beginText(byte mark, int length) throws RespException;

    /**
     * A piece of the text.
     *
     * @param from   array to read during the call only.
     * @param offset of the piece.
     * @param length of the piece.
     * @throws RespException if the reply is larger than this sink allows.
     */
    void text(byte[] from, int offset, int length) throws RespException;

    /**
     * Ends the text.
     *
     * @throws RespException if the reply is larger than this sink allows.
     */
    void endText() throws RespException;

    /**
     * Begins an array, a set or a map.
     *
     * @param mark  by which it begins on the wire.
     * @param count of elements; keys and values count each.
     * @throws RespException if the reply is larger than this sink allows.
     */
    void beginList(byte mark, int count) throws RespException;

    /**
     * Ends the innermost list.
     *
     * @throws RespException if the reply is larger than this sink allows.
     */
    void endList() throws RespException;
}
