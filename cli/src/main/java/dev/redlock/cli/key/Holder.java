// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.key;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * How a holder is shown: by the beginning of the SHA-256 of its owner token. Enough to tell holders apart,
 * and useless for releasing a lock in their place.
 */
final class Holder
{
    private static final int SHOWN_BYTES = 4;

    private Holder()
    {
    }

    static String of(final byte[] token)
    {
        try
        {
            final byte[] digest = MessageDigest.getInstance("SHA-256").digest(token);

            return HexFormat.of().formatHex(digest, 0, SHOWN_BYTES);
        }
        catch (final NoSuchAlgorithmException ex)
        {
            throw new IllegalStateException("every Java platform must provide SHA-256", ex);
        }
    }
}
