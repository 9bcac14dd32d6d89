// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import dev.redlock.text.Printable;

/**
 * Keys as the bytes of their UTF-8 form. Text that has none is refused: to replace what cannot be encoded
 * would make one lock of two keys.
 */
public final class KeyText
{
    private KeyText()
    {
    }

    static byte[] bytes(final String key)
    {
        return bytes("key", key);
    }

    /**
     * A key for people: as callers name it, and as the nodes have it.
     *
     * @param prefix of all keys.
     * @param name   without it.
     * @return quoted; one name if there is no prefix.
     */
    public static String shown(final byte[] prefix, final String name)
    {
        final String shown = "'" + Printable.of(name) + "'";

        return prefix.length == 0 ? shown : shown + " (key '" +
            Printable.of(new String(prefix, StandardCharsets.UTF_8) + name) + "' on the nodes)";
    }

    /**
     * The bytes of a key, or of a part of one.
     *
     * @param what it is, for people.
     * @param text of it.
     * @return its UTF-8 form.
     * @throws IllegalArgumentException if it has none.
     */
    public static byte[] bytes(final String what, final String text)
    {
        try
        {
            final ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            final byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);

            return bytes;
        }
        catch (final CharacterCodingException ex)
        {
            throw new IllegalArgumentException("the " + what + " of " + text.length() + " characters has " +
                "half of a surrogate pair, which cannot be encoded: fix the text", ex);
        }
    }
}
