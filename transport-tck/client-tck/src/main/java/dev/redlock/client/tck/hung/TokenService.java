// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.hung;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import dev.redlock.spi.address.Credentials;

/**
 * Gives out a password, at once or when the test lets it, or throws. Closed, it lets all go that wait.
 */
final class TokenService implements Credentials, AutoCloseable
{
    private final String password;
    private final AtomicInteger asking = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger interrupted = new AtomicInteger();
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile Throwable trouble;

    TokenService(final String password)
    {
        this.password = password;
    }

    void hold()
    {
        gate = new CountDownLatch(1);
    }

    void letGo()
    {
        gate.countDown();
    }

    /**
     * From now on throws; null to give the password again.
     */
    void fail(final Throwable cause)
    {
        trouble = cause;
    }

    /**
     * How many questions wait at present.
     */
    int asking()
    {
        return asking.get();
    }

    /**
     * How often it was asked.
     */
    int asked()
    {
        return asked.get();
    }

    /**
     * How many questions were interrupted.
     */
    int interrupted()
    {
        return interrupted.get();
    }

    @Override
    public String user()
    {
        return null;
    }

    @Override
    public String password()
    {
        asked.incrementAndGet();
        asking.incrementAndGet();
        try
        {
            gate.await();
        }
        catch (final InterruptedException ex)
        {
            interrupted.incrementAndGet();
            throw new IllegalStateException(ex);
        }
        finally
        {
            asking.decrementAndGet();
        }
        final Throwable present = trouble;
        if (present != null)
        {
            throw TokenService.<RuntimeException>unchecked(present);
        }

        return password;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(final Throwable ex) throws T
    {
        throw (T)ex;
    }

    @Override
    public void close()
    {
        trouble = null;
        letGo();
    }
}
