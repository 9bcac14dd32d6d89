// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;

/**
 * Spring Integration's registry on one node, as "Redis Lock Registry" of its reference guide has it, with the
 * connection factory of "Redis Drivers" of Spring Data.
 */
final class SpringContender implements Contender
{
    private final LettuceConnectionFactory factory;
    private final RedisLockRegistry registry;

    SpringContender(final Target target)
    {
        final URI uri = URI.create(target.uris().get(0));
        factory = new LettuceConnectionFactory(uri.getHost(), uri.getPort());
        factory.afterPropertiesSet();
        factory.start();
        registry = new RedisLockRegistry(factory, "rig", Duration.ofMillis(target.ttlMs()));
    }

    @Override
    public Mutex mutex(final String key)
    {
        return new SpringMutex(registry.obtain(key));
    }

    @Override
    public void close()
    {
        registry.destroy();
        factory.destroy();
    }

    private record SpringMutex(Lock lock) implements Mutex
    {
        @Override
        public boolean acquire(final long withinNs) throws InterruptedException
        {
            return lock.tryLock(withinNs, TimeUnit.NANOSECONDS);
        }

        @Override
        public boolean release()
        {
            lock.unlock();

            return true;
        }
    }
}
