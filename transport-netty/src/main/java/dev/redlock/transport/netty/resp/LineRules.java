/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.transport.netty.resp;

/**
 * What may stand on the lines of doubles, big numbers, booleans and nulls. Letters of a double are checked,
 * not its grammar: nobody here computes with it, and what is no RESP at all should be found out early.
 */
final class LineRules
{
    private LineRules()
    {
    }

    /**
     * Checks a piece of a line.
     *
     * @param before length of the line before this piece.
     */
    static void check(final byte mark, final int before, final byte[] in, final int from, final int to)
        throws RespException
    {
        for (int at = from; at < to; at++)
        {
            if (!isAllowed(mark, in[at], before + at - from))
            {
                throw new RespException(
                    "a " + name(mark) + " contains what does not belong there", in, from, to);
            }
        }
    }

    static void checkEmpty(final byte mark, final byte[] in, final int from, final int to)
        throws RespException
    {
        if (mark == Resp.DOUBLE || mark == Resp.BIG_NUMBER || mark == Resp.BOOLEAN)
        {
            throw new RespException("a " + name(mark) + " is empty", in, from, to);
        }
    }

    private static boolean isAllowed(final byte mark, final byte b, final int index)
    {
        final boolean isDigit = b >= '0' && b <= '9';
        switch (mark)
        {
            case Resp.BOOLEAN:
                return index == 0 && (b == 't' || b == 'f');

            case Resp.BIG_NUMBER:
                return isDigit || index == 0 && (b == '-' || b == '+');

            case Resp.DOUBLE:
                return isDigit || "+-.eEinfa".indexOf(b) >= 0;

            default:
                return false;
        }
    }

    private static String name(final byte mark)
    {
        switch (mark)
        {
            case Resp.BOOLEAN:
                return "boolean";

            case Resp.BIG_NUMBER:
                return "big number";

            case Resp.DOUBLE:
                return "double";

            default:
                return "null";
        }
    }
}
