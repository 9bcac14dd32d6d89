// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockContendedException;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.test.Await;
import dev.redlock.test.FakeNodes;

/**
 * The recipe for Reactor does what it says.
 */
class ReactiveSeatsTest
{
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int CANCELLATIONS = 100;

    private final FakeNodes nodes = FakeNodes.of(3);
    private final Redlock redlock = nodes.builder().build();
    private final ReactiveSeats seats = new ReactiveSeats(redlock);

    @AfterEach
    void close()
    {
        redlock.close();
        nodes.close();
    }

    private void awaitNothingLeft()
    {
        Await.parking().until("no owner token out", SOON, () -> redlock.metrics().tokensOut(),
            (tokens) -> tokens == 0);
        assertThat(nodes.isHeld("seat:12A")).isFalse();
    }

    @Test
    void shouldHoldTheLockWhileItSells()
    {
        final Mono<String> looks = Mono.fromSupplier(() -> "held: " + nodes.isHeld("seat:12A"));
        assertThat(seats.sell("12A", looks).block(SOON)).isEqualTo("held: true");
        assertThatThrownBy(() -> seats.sell("12A", Mono.error(new IllegalStateException("no"))).block(SOON))
            .hasMessage("no");
        awaitNothingLeft();
        try (Lease theirs = nodes.holdElsewhere("seat:12A"))
        {
            assertThatThrownBy(() -> seats.sell("12A", Mono.just("sold")).block(SOON))
                .isInstanceOf(LockContendedException.class);
            assertThat(theirs.isHeld()).isTrue();
        }
    }

    @Test
    void shouldFailWhenTheLockIsLost()
    {
        final Mono<String> endless = Mono.<String>never()
            .doOnSubscribe((subscription) -> nodes.skip(LockOptions.DEFAULT.ttl()));
        assertThatThrownBy(() -> seats.sell("12A", endless).block(SOON))
            .isInstanceOf(LeaseLostException.class);
        awaitNothingLeft();
    }

    /**
     * Just when the nodes have the key, so that the lease comes before, with, or after the cancellation. A
     * sale that has waited too long ends by itself.
     */
    @Test
    @Timeout(600)
    void shouldReleaseWhenItIsCancelled()
    {
        int held = 0;
        for (int i = 0; i < CANCELLATIONS; i++)
        {
            final Disposable sale = seats.sell("12A", Mono.never()).subscribe((sold) -> {}, (late) -> {});
            while (!nodes.isHeld("seat:12A") && !sale.isDisposed())
            {
                Thread.onSpinWait();
            }
            held += sale.isDisposed() ? 0 : 1;
            sale.dispose();
            awaitNothingLeft();
        }

        assertThat(held).isPositive();
    }
}
