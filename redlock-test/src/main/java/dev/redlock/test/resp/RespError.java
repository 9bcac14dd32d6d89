// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.resp;

/**
 * An error reply of a server: {@code -CODE text}.
 * <p>
 * {@link RespClient} throws it if the reply is an error; inside an array reply it is an element of the list.
 */
public final class RespError extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    RespError(final String text)
    {
        super(text);
    }

    /**
     * The first word of the text, the kind of error: {@code ERR}, {@code NOAUTH}, {@code NOSCRIPT}.
     *
     * @return the first word; the whole text when it has only one.
     */
    public String code()
    {
        final String text = getMessage();
        final int space = text.indexOf(' ');

        return space < 0 ? text : text.substring(0, space);
    }
}
