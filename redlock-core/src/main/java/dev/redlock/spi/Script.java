// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A Lua script and the SHA-1 by which servers know it. We always compute the digest from the text; a server's
 * digest is compared, never trusted.
 *
 * @param name for people to read.
 * @param text sent as it is.
 * @param sha1 lower-case hexadecimal, 40 characters.
 */
public record Script(String name, String text, String sha1)
{
    /**
     * Checks that the digest matches the text.
     *
     * @param name see {@link #name()}.
     * @param text see {@link #text()}.
     * @param sha1 see {@link #sha1()}.
     */
    public Script
    {
        final String digest = digest(text);
        if (!digest.equals(sha1))
        {
            throw new IllegalArgumentException("SHA-1 of script " + name + " is " + digest + ", not " + sha1 +
                ": use Script.of, which computes it");
        }
    }

    /**
     * A script with its digest.
     *
     * @param name for people to read.
     * @param text of the script.
     * @return the script.
     */
    public static Script of(final String name, final String text)
    {
        return new Script(name, text, digest(text));
    }

    private static String digest(final String text)
    {
        try
        {
            final MessageDigest digest = MessageDigest.getInstance("SHA-1");

            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        }
        catch (final NoSuchAlgorithmException ex)
        {
            throw new IllegalStateException("every Java platform must provide SHA-1", ex);
        }
    }

    @Override
    public String toString()
    {
        return name + " " + sha1;
    }
}
