// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.tokens;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.function.Supplier;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

import dev.redlock.engine.port.TokenSource;

/**
 * Unpredictable bytes without garbage: the key stream of AES in counter mode, under a key that comes from the
 * platform's {@link SecureRandom} and never leaves this object.
 */
public final class CtrTokenSource implements TokenSource
{
    /*
     * SecureRandom.nextBytes allocates on every call, Cipher.update into an array does not. A counter-mode
     * key stream is as unpredictable as its key (NIST SP 800-90A builds CTR_DRBG on it). A counter of 128
     * bits does not repeat.
     *
     * A process that was copied while it ran (a virtual machine cloned, a checkpoint restored twice) would go
     * on with the same stream as its copy. So each new connection brings a new key: SHA-256 of what the
     * platform's source gives, of the stream that was there, of the number that the node gave to the
     * connection, and of the clock. Any one of them that differs makes another stream, also if the kernel's
     * source was copied, too; and none of them can make it more predictable than it was.
     */
    private static final int KEY_BYTES = 16;
    private static final int SEED_BYTES = 2 * KEY_BYTES;

    private final Supplier<SecureRandom> platform;
    private final NanoClock clock;
    private final MessageDigest digest;
    private final Cipher cipher;
    private byte[] zeros = new byte[0];

    /**
     * A source for one engine.
     */
    public CtrTokenSource()
    {
        this(CtrTokenSource::neverBlocking, SystemNanoClock.INSTANCE);
    }

    CtrTokenSource(final Supplier<SecureRandom> platform, final NanoClock clock)
    {
        this.platform = platform;
        this.clock = clock;
        try
        {
            digest = MessageDigest.getInstance("SHA-256");
            cipher = Cipher.getInstance("AES/CTR/NoPadding");
        }
        catch (final GeneralSecurityException ex)
        {
            throw impossible(ex);
        }
        seed(fromPlatform());
    }

    /*
     * What SecureRandom gives by default may wait for the kernel to gather entropy where the platform is so
     * configured. Another one each time, as one that has a state of its own would have been copied with it.
     */
    private static SecureRandom neverBlocking()
    {
        try
        {
            return SecureRandom.getInstance("NativePRNGNonBlocking");
        }
        catch (final NoSuchAlgorithmException ex)
        {
            return new SecureRandom();
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

    @Override
    public void stir(final int nodeIndex, final long connectionId)
    {
        final byte[] present = new byte[SEED_BYTES];
        fill(present);
        digest.update(fromPlatform());
        digest.update(present);
        digest.update(ByteBuffer.allocate(Integer.BYTES + Long.BYTES + Long.BYTES)
            .putInt(nodeIndex).putLong(connectionId).putLong(clock.nanoTime()).flip());
        seed(digest.digest());
    }

    private byte[] fromPlatform()
    {
        final byte[] bytes = new byte[SEED_BYTES];
        platform.get().nextBytes(bytes);

        return bytes;
    }

    private void seed(final byte[] seed)
    {
        try
        {
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(seed, 0, KEY_BYTES, "AES"),
                new IvParameterSpec(seed, KEY_BYTES, KEY_BYTES));
        }
        catch (final GeneralSecurityException ex)
        {
            throw impossible(ex);
        }
        Arrays.fill(seed, (byte)0);
    }

    private static IllegalStateException impossible(final GeneralSecurityException cause)
    {
        return new IllegalStateException("owner tokens need AES in counter mode and SHA-256, which every " +
            "Java platform should have", cause);
    }
}
