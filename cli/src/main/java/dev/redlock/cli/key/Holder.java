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
