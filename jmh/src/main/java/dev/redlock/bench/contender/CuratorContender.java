// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.curator.test.TestingCluster;

/**
 * Curator's mutex on an ensemble of three ZooKeepers in this process, with the retry policy of its "Getting
 * Started" page. Not the same kind of system: consensus on disk, and no time to live. The ensemble shares the
 * process, so its garbage is not told from the client's.
 */
final class CuratorContender implements Contender
{
    private static final int SERVERS = 3;
    private static final int CONNECT_WITHIN_S = 20;
    private static final int RETRY_MS = 1000;
    private static final int RETRIES = 3;

    private final TestingCluster cluster = new TestingCluster(SERVERS);
    private final CuratorFramework client;

    private CuratorContender() throws Exception
    {
        cluster.start();
        client = CuratorFrameworkFactory.newClient(
            cluster.getConnectString(), new ExponentialBackoffRetry(RETRY_MS, RETRIES));
        client.start();
        if (!client.blockUntilConnected(CONNECT_WITHIN_S, TimeUnit.SECONDS))
        {
            throw new IOException("the ensemble is not there after " + CONNECT_WITHIN_S + " s");
        }
    }

    /*
     * Curator declares Exception, and leaves it to the caller what that may be.
     */
    static Contender open(final Target target)
    {
        try
        {
            return new CuratorContender();
        }
        catch (final Exception ex)
        {
            throw new IllegalStateException("cannot start three ZooKeepers in this process", ex);
        }
    }

    @Override
    public Mutex mutex(final String key)
    {
        return new CuratorMutex(new InterProcessMutex(client, "/" + key));
    }

    @Override
    public void close()
    {
        client.close();
        try
        {
            cluster.close();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot stop the ensemble", ex);
        }
    }

    private record CuratorMutex(InterProcessMutex mutex) implements Mutex
    {
        @Override
        public boolean acquire(final long withinNs) throws InterruptedException
        {
            try
            {
                return mutex.acquire(Math.max(1, withinNs), TimeUnit.NANOSECONDS);
            }
            catch (final InterruptedException | RuntimeException ex)
            {
                throw ex;
            }
            catch (final Exception ex)
            {
                throw new IllegalStateException("Curator cannot acquire", ex);
            }
        }

        @Override
        public boolean release()
        {
            try
            {
                mutex.release();

                return true;
            }
            catch (final RuntimeException ex)
            {
                throw ex;
            }
            catch (final Exception ex)
            {
                throw new IllegalStateException("Curator cannot release", ex);
            }
        }
    }
}
