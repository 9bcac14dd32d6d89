// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.users;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockEvents;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.proof.order.Wires;

/**
 * A client, and two receivers of its news that throw or stand still. Both must hear of each loss once.
 */
final class HarmfulClient
{
    private static final long MOMENT_NS = 500_000;

    private final List<HarmfulHolder> holders = new ArrayList<>();
    private final List<Receiver> receivers = new ArrayList<>();
    private final HarmfulUsers world;
    private final String name;
    private final Redlock redlock;
    private long asked;
    private long answered;

    HarmfulClient(final HarmfulUsers world, final String name)
    {
        this.world = world;
        this.name = name;
        receivers.add(new Receiver());
        receivers.add(new Receiver());
        final RedlockBuilder builder = Redlock.builder()
            .transport(new Wires(world.network, name, MOMENT_NS, HarmfulClient::doNothing))
            .name(name).invoker().clock(world.network::nowNs)
            .wallClock(() -> world.network.nowNs() / HarmfulUsers.MS)
            .defaults(LockOptions.DEFAULT.withTtl(Duration.ofNanos(HarmfulUsers.TTL_NS)))
            .assumeNodesKeepKeys().startTimeout(Duration.ofSeconds(2))
            .events(receivers.get(0)).addEvents(receivers.get(1));
        world.network.addresses().forEach(builder::node);
        redlock = builder.build();
        HarmfulUsers.KEYS.forEach((key) -> holders.add(new HarmfulHolder(world, redlock, name, key)));
    }

    private static void doNothing()
    {
        // Nodes are as they are.
    }

    Redlock redlock()
    {
        return redlock;
    }

    List<HarmfulHolder> holders()
    {
        return holders;
    }

    /**
     * Somebody here does something. In one of eight cases it asks for a future, whose dependent throws.
     */
    void act(final SplittableRandom random)
    {
        if (random.nextInt(8) != 0)
        {
            holders.get(random.nextInt(holders.size())).act(random);

            return;
        }

        asked++;
        redlock.acquireAsync("future", Duration.ofNanos(random.nextLong(HarmfulUsers.TTL_NS)))
            .whenComplete((lease, reason) ->
            {
                answered++;
                throw new IllegalStateException("a user's dependent");
            });
    }

    /**
     * When all has been quiet for long.
     */
    void judge()
    {
        if (answered != asked)
        {
            world.complain("I6 " + name + " has " + asked + " futures, and " + answered + " were completed");
        }
        if (!redlock.nodes().stream().allMatch(HarmfulUsers::isUp))
        {
            world.complain("I6 " + name + " does not go on: " + redlock.nodes());
        }
        for (final HarmfulHolder holder : holders)
        {
            holder.judge();
            for (final Receiver receiver : receivers)
            {
                if (!holder.losses().equals(receiver.losses.getOrDefault(holder.handle().key(), Map.of())))
                {
                    world.complain("I6 " + holder + " has heard of the losses " + holder.losses() +
                        ", a receiver of news of " + receiver.losses);
                }
            }
        }
    }

    void close()
    {
        redlock.close();
    }

    private final class Receiver implements RedlockEvents
    {
        private final Map<String, Map<Long, Integer>> losses = new HashMap<>();

        @Override
        public void onNodeStatus(final NodeStatus status)
        {
            world.harm();
        }

        @Override
        public void onLeaseLost(final String key, final long term, final LostReason reason)
        {
            losses.computeIfAbsent(key, (any) -> new HashMap<>()).merge(term, 1, Integer::sum);
            world.harm();
        }

        @Override
        public void onError(final Throwable error)
        {
            world.harm();
        }
    }
}
