// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

import dev.redlock.Redlock;
import dev.redlock.spring.integration.RedlockLockRegistry;
import dev.redlock.test.Await;
import dev.redlock.test.FakeNodes;
import dev.redlock.test.junit.FakeNodesExtension;

@ExtendWith(FakeNodesExtension.class)
class OrdersTest
{
    private static final Duration SOON = Duration.ofSeconds(30);

    @Test
    void shouldHoldTheLockWhileItWorks(final FakeNodes nodes, final Redlock redlock) throws Exception
    {
        new RedlockLockRegistry(redlock, "orders").executeLocked("apples", SOON,
            () -> assertTrue(nodes.isHeld("orders:apples")));
    }

    @Test
    void shouldElectALeader(final Redlock redlock)
    {
        final LockRegistryLeaderInitiator initiator = new LockRegistryLeaderInitiator(
            new RedlockLockRegistry(redlock, "orders"), new DefaultCandidate("host-1", "importer"));
        initiator.start();
        Await.parking().until("a leader", SOON, () -> initiator.getContext().isLeader());
        initiator.stop();
    }
}
