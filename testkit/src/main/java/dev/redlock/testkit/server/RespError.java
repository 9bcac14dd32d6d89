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
package dev.redlock.testkit.server;

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
