// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.time.Duration;

import org.agrona.concurrent.YieldingIdleStrategy;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.load.FlyingLoad;
import dev.redlock.load.Load;
import dev.redlock.outcome.Outcome;
import dev.redlock.spi.address.TlsOptions;

/**
 * This library, as docs/threading.md and {@link RedlockBuilder} describe its modes. Everything else is left
 * at its default.
 */
record RedlockContender(Redlock redlock, LockOptions options, boolean isInvoker) implements Contender
{
    enum Mode
    {
        INVOKER,
        YIELDING,
        BLOCKING,
        IN_LINE
    }

    /*
     * Not measured; a busy machine takes long over a TLS handshake.
     */
    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

    static RedlockContender open(final Target target, final String transport, final Mode mode)
    {
        final RedlockBuilder builder = Redlock.builder().transport(transport).assumeNodesFresh()
            .startTimeout(START_TIMEOUT).nodes(target.uris().toArray(new String[0]));
        switch (mode)
        {
            case INVOKER -> builder.invoker();
            case YIELDING -> builder.idleStrategy(YieldingIdleStrategy.INSTANCE);
            case IN_LINE -> builder.waitInLine();
            default ->
            {
            }
        }
        if (target.trust() != null)
        {
            builder.tls(new TlsOptions(target.trust(), null, null));
        }

        return new RedlockContender(builder.build(),
            LockOptions.DEFAULT.withTtl(Duration.ofMillis(target.ttlMs())), mode == Mode.INVOKER);
    }

    /**
     * The same client, whose locks have fencing tokens.
     */
    RedlockContender fenced()
    {
        return new RedlockContender(redlock, options.withFencing(), isInvoker);
    }

    @Override
    public Mutex mutex(final String key)
    {
        return new HandleMutex(redlock.handle(key, options));
    }

    @Override
    public Load fleet(final String[] keys)
    {
        final FlyingLoad load = new FlyingLoad(keys.length,
            (index, listener) -> new LockHandle[]{redlock.handle(keys[index], options, listener)},
            isInvoker ? redlock::poll : null, 0);

        return (recording) ->
        {
            load.run(recording, null);
            recording.missed(load.underWay());
        };
    }

    @Override
    public void close()
    {
        redlock.close();
    }

    private static final class HandleMutex implements Mutex
    {
        private final LockHandle handle;
        private long term;

        HandleMutex(final LockHandle handle)
        {
            this.handle = handle;
        }

        @Override
        public boolean acquire(final long withinNs) throws InterruptedException
        {
            term = handle.acquireNs(withinNs);

            return term > 0;
        }

        @Override
        public boolean release()
        {
            return handle.release(term) == Outcome.RELEASED;
        }
    }
}
