// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import dev.redlock.Lease;
import dev.redlock.LockContendedException;
import dev.redlock.LockOptions;
import dev.redlock.NoQuorumException;
import dev.redlock.Redlock;
import dev.redlock.test.FakeNodes;
import dev.redlock.test.junit.FakeNodesExtension;

/**
 * A service, and its test with fake servers in memory.
 */
@ExtendWith(FakeNodesExtension.class)
class CheckoutTest
{
    private static final LockOptions FENCED = LockOptions.DEFAULT.withFencing();

    private final List<String> shipped = new ArrayList<>();

    /** The service: ships an order while it holds the order's lock. */
    private void checkOut(final Redlock redlock, final String order) throws InterruptedException
    {
        try (Lease lease = redlock.acquire("order:" + order, Duration.ofMillis(100), FENCED))
        {
            shipped.add(order + " under token " + lease.fencingToken());
        }
    }

    @Test
    void shouldShip(final Redlock redlock) throws InterruptedException
    {
        checkOut(redlock, "17");

        assertThat(shipped).singleElement().asString().startsWith("17 under token ");
    }

    @Test
    void shouldNotShipWhatAnotherProcessIsCheckingOut(final FakeNodes nodes, final Redlock redlock)
        throws InterruptedException
    {
        try (Lease theirs = nodes.holdElsewhere("order:17"))
        {
            assertThatThrownBy(() -> checkOut(redlock, "17")).isInstanceOf(LockContendedException.class);
            assertThat(theirs.isHeld()).isTrue();
        }

        assertThat(shipped).isEmpty();
    }

    @Test
    void shouldNotShipWithoutAQuorum(final FakeNodes nodes, final Redlock redlock)
    {
        nodes.kill(0);
        nodes.kill(1);
        nodes.kill(2);

        assertThatThrownBy(() -> checkOut(redlock, "17")).isInstanceOf(NoQuorumException.class);
        assertThat(shipped).isEmpty();
    }
}
