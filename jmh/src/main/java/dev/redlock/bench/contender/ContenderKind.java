// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The ways to lock that are compared.
 */
public enum ContenderKind
{
    /**
     * The same frames over bare channels, in Java.
     */
    FLOOR_JAVA("floor-java", FloorContender::new, true, true),

    /**
     * This library, driven by the caller's thread.
     */
    REDLOCK_INVOKER("redlock-invoker",
        (target) -> RedlockContender.open(target, "netty", RedlockContender.Mode.INVOKER), true, true),

    /**
     * This library on a thread of its own that yields when idle.
     */
    REDLOCK_YIELDING("redlock-dedicated-yielding",
        (target) -> RedlockContender.open(target, "netty", RedlockContender.Mode.YIELDING), false, true),

    /**
     * This library on a thread of its own that blocks when idle: its default.
     */
    REDLOCK_BLOCKING("redlock-dedicated-blocking",
        (target) -> RedlockContender.open(target, "netty", RedlockContender.Mode.BLOCKING), false, true),

    /**
     * The same as {@link #REDLOCK_BLOCKING}, under its name for many locks in flight.
     */
    REDLOCK_DEDICATED("redlock-dedicated",
        (target) -> RedlockContender.open(target, "netty", RedlockContender.Mode.BLOCKING), false, true),

    /**
     * The same as {@link #REDLOCK_INVOKER}, with fencing tokens.
     */
    REDLOCK_INVOKER_FENCED("redlock-invoker-fenced",
        (target) -> RedlockContender.open(target, "netty", RedlockContender.Mode.INVOKER).fenced(), true,
        false),

    /**
     * The same as {@link #REDLOCK_BLOCKING}, with fencing tokens.
     */
    REDLOCK_BLOCKING_FENCED("redlock-dedicated-blocking-fenced",
        (target) -> RedlockContender.open(target, "netty", RedlockContender.Mode.BLOCKING).fenced(), false,
        false),

    /**
     * The same as {@link #REDLOCK_BLOCKING}; who waits for a lock does so in line at the nodes.
     */
    REDLOCK_IN_LINE("redlock-in-line",
        (target) -> RedlockContender.open(target, "netty", RedlockContender.Mode.IN_LINE), false, false),

    /**
     * This library over Lettuce, driven by the caller's thread.
     */
    REDLOCK_LETTUCE_INVOKER("redlock-lettuce-invoker",
        (target) -> RedlockContender.open(target, "lettuce", RedlockContender.Mode.INVOKER), true, true),

    /**
     * This library over Lettuce, on a thread of its own that blocks when idle.
     */
    REDLOCK_LETTUCE_DEDICATED("redlock-lettuce-dedicated",
        (target) -> RedlockContender.open(target, "lettuce", RedlockContender.Mode.BLOCKING), false, true),

    /**
     * Redlock by hand over Lettuce, as it comes.
     */
    LETTUCE("lettuce-by-hand", (target) -> new LettuceContender(target, false), false, true),

    /**
     * Redlock by hand over Lettuce, with this library's flush policy where many locks are in flight.
     */
    LETTUCE_BATCHED("lettuce-by-hand-batched",
        (target) -> new LettuceContender(target, true), false, true),

    /**
     * Redlock by hand over Jedis.
     */
    JEDIS("jedis-by-hand", JedisContender::new, false, false),

    /**
     * Redisson's RedLock.
     */
    REDISSON_REDLOCK("redisson-redlock", RedissonContender::redLock, false, true),

    /**
     * Redisson's lock on the first node alone.
     */
    REDISSON_RLOCK("redisson-rlock-1", RedissonContender::oneNode, false, true),

    /**
     * Spring Integration's lock registry on the first node alone.
     */
    SPRING("spring-lockregistry-1", SpringContender::new, false, false),

    /**
     * Curator's mutex on three ZooKeepers.
     */
    CURATOR("curator-3", CuratorContender::open, false, false);

    private final String label;
    private final Function<Target, Contender> factory;
    private final boolean boundToThread;
    private final boolean hasFleet;

    ContenderKind(final String label, final Function<Target, Contender> factory, final boolean boundToThread,
        final boolean hasFleet)
    {
        this.label = label;
        this.factory = factory;
        this.boundToThread = boundToThread;
        this.hasFleet = hasFleet;
    }

    /**
     * The kind with a name.
     *
     * @param label as {@link #label()} gives it.
     * @return the kind.
     */
    public static ContenderKind of(final String label)
    {
        return Arrays.stream(values()).filter((kind) -> kind.label.equals(label)).findFirst().orElseThrow(
            () -> new IllegalArgumentException("there is no contender '" + label + "'; there are " +
                Arrays.stream(values()).map(ContenderKind::label).collect(Collectors.joining(", "))));
    }

    /**
     * Connects.
     *
     * @param target what to.
     * @return the client, to be closed by the thread that opened it.
     */
    public Contender open(final Target target)
    {
        return factory.apply(target);
    }

    /**
     * The name in results.
     *
     * @return lower case.
     */
    public String label()
    {
        return label;
    }

    /**
     * Whether a client belongs to the thread that opened it, so that threads cannot share one.
     *
     * @return true if so.
     */
    public boolean isBoundToThread()
    {
        return boundToThread;
    }

    /**
     * Whether it can have many locks in flight without a thread for each.
     *
     * @return true if so.
     */
    public boolean hasFleet()
    {
        return hasFleet;
    }
}
