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
package dev.redlock.admission;

import dev.redlock.spi.Printable;

/**
 * Makes what a server says fit to stand in a message of ours: one line, printable, not long.
 */
final class ServerWords
{
    private static final int MAX_LENGTH = 160;

    private ServerWords()
    {
    }

    static String quoted(final String text)
    {
        return "'" + plain(text) + "'";
    }

    static String plain(final String text)
    {
        return Printable.of(text, MAX_LENGTH);
    }
}
