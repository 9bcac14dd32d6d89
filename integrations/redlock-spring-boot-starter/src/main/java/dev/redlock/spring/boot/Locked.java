// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The method runs under a lock, as the work of {@link dev.redlock.Redlock#call(String, java.time.Duration,
 * dev.redlock.LockOptions, dev.redlock.LockedCall)} does:
 * <pre>{@code
 * @Locked(name = "order", key = "#order.id", ttl = "10s")
 * public void ship(Order order)
 * }</pre>
 * The lock is acquired on the caller's thread, outside the transaction of the method, and released when the
 * method has returned or thrown. Of a method that returns a {@link java.util.concurrent.CompletionStage} or
 * {@link java.util.concurrent.CompletableFuture} it is released when that one completes.
 * <p>
 * <b>Throws</b> to the caller: {@link dev.redlock.LockContendedException} if somebody else held the lock,
 * {@link dev.redlock.NoQuorumException} if too few nodes answered, both before the method began; {@link
 * dev.redlock.LeaseLostException} if the lock ended before the method did, as a future's exception where
 * there is one; {@link LockedInterruptedException}, or an {@link InterruptedException} where the method
 * declares it, if the thread was interrupted while it waited.
 * <p>
 * <b>Only calls through the bean are seen</b>, not those of an object on itself. What cannot be protected is
 * refused when the application starts. Durations are as in properties, such as {@code 10s}, and may have
 * placeholders.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Locked
{
    /**
     * The key, or its beginning: as it stands, with placeholders but no expression.
     *
     * @return empty if {@link #key()} is the whole key.
     */
    String name() default "";

    /**
     * The key, or what follows the name and a colon: an expression in SpEL over the parameters, by name or as
     * {@code #p0}. Its value is a text, a number or another object with a {@code toString} of its own.
     *
     * @return empty if {@link #name()} is the whole key.
     */
    String key() default "";

    /**
     * The time to live of the lock.
     *
     * @return empty for that of the client's defaults.
     */
    String ttl() default "";

    /**
     * The patience: how long to wait for the lock.
     *
     * @return empty for {@code redlock.locked.within}, 1 s by default, or for a single attempt with {@link
     *         OnFailure#SKIP}: who waited would do again what has just been done.
     */
    String within() default "";

    /**
     * Automatic extension: how long the lock may be held in all, from the moment it was obtained. Not less
     * than the time to live, and a week at most, as a holder that is stuck keeps the lock for as long.
     *
     * @return empty for that of the client's defaults ({@code redlock.auto-extend}), off by default.
     */
    String autoExtend() default "";

    /**
     * The client that the lock is taken from, by the name of its bean, which may be a placeholder.
     *
     * @return empty for the only bean of type {@link dev.redlock.Redlock}, or the primary one.
     */
    String client() default "";

    /**
     * Whether the lock has a fencing token, see {@link LockedContext}.
     *
     * @return false for what the client's defaults say.
     */
    boolean fenced() default false;

    /**
     * What happens if somebody else has the lock.
     *
     * @return throws by default.
     */
    OnFailure onFailure() default OnFailure.THROW;

    /**
     * What happens if the calling thread is inside another such method with the same key.
     *
     * @return joins its lease by default.
     */
    Nested nested() default Nested.JOIN;
}
