// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.recipe;

import java.time.Duration;

import reactor.core.publisher.Mono;

import dev.redlock.Lease;
import dev.redlock.Redlock;

public final class ReactiveSeats
{
    private final Redlock redlock;

    public ReactiveSeats(final Redlock redlock)
    {
        this.redlock = redlock;
    }

    public Mono<String> sell(final String seat, final Mono<String> sale)
    {
        return Mono.usingWhen(
            Mono.fromFuture(() -> redlock.acquireAsync("seat:" + seat, Duration.ofMillis(500)))
                .doOnDiscard(Lease.class, Lease::releaseAsync),
            (lease) -> sale.takeUntilOther(lossOf(lease)).doOnSuccess((sold) -> lease.checkHeld()),
            (lease) -> Mono.fromRunnable(lease::releaseAsync));
    }

    /*
     * Fails when the lease is lost, and ends the sale.
     */
    private static Mono<Void> lossOf(final Lease lease)
    {
        return Mono.fromFuture(() -> lease.lost().toCompletableFuture(), true)
            .then(Mono.fromRunnable(lease::checkHeld));
    }
}
