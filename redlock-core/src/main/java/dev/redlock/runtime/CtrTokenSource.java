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
package dev.redlock.runtime;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import dev.redlock.engine.TokenSource;

/**
 * Unpredictable bytes without garbage: the key stream of AES in counter mode, under a key that comes from the
 * platform's {@link SecureRandom} and never leaves this object.
 */
final class CtrTokenSource implements TokenSource
{
    /*
     * SecureRandom.nextBytes allocates on every call, Cipher.update into an array does not. A counter-mode
     * key stream is as unpredictable as its key (NIST SP 800-90A builds CTR_DRBG on it). A counter of 128
     * bits does not repeat.
     */
    private static final int KEY_BYTES = 16;

    private final Cipher cipher;
    private byte[] zeros = new byte[0];

    CtrTokenSource()
    {
        try
        {
            final byte[] key = new byte[KEY_BYTES];
            final byte[] counter = new byte[KEY_BYTES];
            final SecureRandom random = new SecureRandom();
            random.nextBytes(key);
            random.nextBytes(counter);
            cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(counter));
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IllegalStateException(
                "owner tokens need AES in counter mode, which every Java platform should provide", ex);
        }
    }

    @Override
    public void fill(final byte[] block)
    {
        if (zeros.length != block.length)
        {
            zeros = new byte[block.length];
        }

        try
        {
            cipher.update(zeros, 0, zeros.length, block, 0);
        }
        catch (final ShortBufferException ex)
        {
            throw new IllegalStateException("a stream cipher must give as many bytes as it takes", ex);
        }
    }
}
