// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.call;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;

import dev.redlock.LockContendedException;
import dev.redlock.NoQuorumException;

/**
 * Tells an {@link ObservationRegistry}, if the application has one, how long callers wait for the locks of
 * methods: as {@code redlock.locked}, which becomes a timer and a span. The work under the lock is not in it.
 */
public final class LockedObservations
{
    private final SingletonSupplier<ObservationRegistry> registry;

    /**
     * @param registries looked at with the first call, when the application is complete.
     */
    public LockedObservations(final ObjectProvider<ObservationRegistry> registries)
    {
        registry = SingletonSupplier.of(() -> registries.getIfUnique(() -> ObservationRegistry.NOOP));
    }

    /**
     * A caller begins to wait.
     *
     * @param method whose lock that is; of low cardinality, as the key is not.
     */
    public Wait begin(final String method)
    {
        final Observation observation = Observation.createNotStarted("redlock.locked", registry.obtain());

        return new Wait(observation.contextualName("wait for the lock of " + method)
            .lowCardinalityKeyValue("method", method).start());
    }

    /**
     * Of one caller. It ends once; what the work does afterwards is not told. Used by one thread.
     */
    public static final class Wait
    {
        private final Observation observation;
        private boolean hasEnded;

        private Wait(final Observation observation)
        {
            this.observation = observation;
        }

        /**
         * The caller has the lock.
         */
        public void succeed()
        {
            end("ACQUIRED", null);
        }

        /**
         * The call threw.
         *
         * @return whether the wait failed, rather than the work.
         */
        public boolean fail(final Throwable failure)
        {
            final boolean isMine = !hasEnded;
            if (isMine)
            {
                final boolean isContended = failure instanceof LockContendedException;
                end(isContended ? "CONTENDED" : failure instanceof NoQuorumException ? "NO_QUORUM" : "FAILED",
                    isContended ? null : failure);
            }

            return isMine;
        }

        private void end(final String outcome, final @Nullable Throwable error)
        {
            hasEnded = true;
            observation.lowCardinalityKeyValue("outcome", outcome);
            if (error != null)
            {
                observation.error(error);
            }
            observation.stop();
        }
    }
}
