// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

/**
 * An error reply of a server: {@code -CODE text}.
 * <p>
 * Thrown by {@link RespClient} when the reply is an error, and an element of the list when an error stands
 * inside an array reply.
 */
public final class RespError extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    RespError(final String text)
    {
        super(text);
    }

    /**
     * The first word of the text, by which servers tell errors apart: {@code ERR}, {@code NOAUTH},
     * {@code NOSCRIPT}.
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
