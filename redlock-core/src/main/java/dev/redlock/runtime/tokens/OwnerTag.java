// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.tokens;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What may be shown of an owner token, which is a secret: it is the right to release the lock. The beginning
 * of its SHA-256 tells owners apart, and leads nobody back to the token.
 */
public final class OwnerTag
{
    private static final int BYTES = 16;
    private static final int SHOWN_DIGITS = 8;

    private OwnerTag()
    {
    }

    /**
     * The tag of an owner token. Allocates.
     *
     * @param ownerToken as it was dealt, or read from a node.
     * @return 128 bits as 32 hexadecimal digits in lower case, so that no collation takes two for one.
     */
    public static String of(final byte[] ownerToken)
    {
        try
        {
            final byte[] digest = MessageDigest.getInstance("SHA-256").digest(ownerToken);

            return HexFormat.of().formatHex(digest, 0, BYTES);
        }
        catch (final NoSuchAlgorithmException ex)
        {
            throw new IllegalStateException("every Java platform must provide SHA-256", ex);
        }
    }

    /**
     * The beginning of a tag: enough for people to tell owners apart.
     *
     * @param tag of an owner.
     * @return 8 hexadecimal digits.
     */
    public static String shown(final String tag)
    {
        return tag.substring(0, SHOWN_DIGITS);
    }
}
