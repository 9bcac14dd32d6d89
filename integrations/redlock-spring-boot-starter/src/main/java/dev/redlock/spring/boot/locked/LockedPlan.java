// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.ClassUtils;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.Nested;
import dev.redlock.spring.boot.OnFailure;
import dev.redlock.spring.boot.RedlockSetupException;
import dev.redlock.spring.boot.locked.key.KeyText;
import dev.redlock.spring.boot.locked.key.LockedKey;
import dev.redlock.spring.boot.locked.result.ReturnRule;
import dev.redlock.spring.boot.settings.BuilderWords;
import dev.redlock.spring.boot.settings.DurationText;

/**
 * What a method's annotation says, made ready for its calls. Immutable.
 */
final class LockedPlan
{
    /*
     * Beyond that a bound is none, and years are a slip of the unit.
     */
    private static final Duration LONGEST_HOLD = Duration.ofDays(7);

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(\\w+)");
    private static final String NAME_IT =
        "give it a name (name = \"nightly\"), or leave it out if the other is the whole key";

    private final Method method;
    private final String place;
    private final Locked locked;
    private final ReturnRule result;
    private final LockedKey key;
    private final @Nullable Duration ttl;
    private final @Nullable Duration within;
    private final @Nullable Duration autoExtend;
    private final String client;

    /**
     * @param resolve fills in placeholders.
     * @throws RedlockSetupException if the annotation or the type of the method is wrong.
     */
    LockedPlan(final Method method, final Class<?> type, final Locked locked,
        final UnaryOperator<String> resolve, final KeyText texts, final BeanFactory beans)
    {
        this.method = method;
        this.locked = locked;
        place = ClassUtils.getUserClass(type).getName() + "." + method.getName() + "(" + String.join(", ",
            Arrays.stream(method.getParameterTypes()).map(Class::getSimpleName).toList()) + ")";
        result = new ReturnRule(method, type, place);
        checkSkip();
        key = new LockedKey(place, method, filled("name", locked.name(), resolve, NAME_IT),
            filled("key", locked.key(), resolve, NAME_IT), texts, beans);
        ttl = duration("ttl", resolved("ttl", locked.ttl(), resolve));
        within = duration("within", resolved("within", locked.within(), resolve));
        autoExtend = duration("autoExtend", resolved("autoExtend", locked.autoExtend(), resolve));
        checkHold();
        client = filled("client", locked.client(), resolve,
            "give it the name of a bean of type Redlock, or leave it out for the only or primary one");
    }

    private void checkHold()
    {
        if (autoExtend != null && (autoExtend.isZero() || autoExtend.compareTo(LONGEST_HOLD) > 0))
        {
            throw new RedlockSetupException("autoExtend '" + locked.autoExtend() + "' of @Locked on " +
                place + " must be more than zero and a week at most: a holder that is stuck keeps the lock " +
                "for as long", "write the longest time that the work may take, or leave it out");
        }
    }

    private void checkSkip()
    {
        final Class<?> type = result.type();
        if (locked.onFailure() == OnFailure.SKIP && type.isPrimitive() && type != void.class)
        {
            throw new RedlockSetupException("@Locked on " + place + " may be skipped, but then there is no " +
                type + " to return", "return an Optional, an object or nothing, or leave out SKIP");
        }
    }

    private String filled(final String what, final String text, final UnaryOperator<String> resolve,
        final String remedy)
    {
        final String filled = resolved(what, text, resolve);
        if (filled.isBlank() && !text.isEmpty())
        {
            throw new RedlockSetupException(what + " '" + text + "' of @Locked on " + place + " is blank" +
                (text.isBlank() ? "" : " with its placeholders filled in"), remedy);
        }

        return filled;
    }

    private String resolved(final String what, final String text, final UnaryOperator<String> resolve)
    {
        try
        {
            return resolve.apply(text);
        }
        catch (final IllegalArgumentException ex)
        {
            final Matcher placeholder = PLACEHOLDER.matcher(text);
            final boolean isParameter =
                placeholder.find() && LockedKey.parameters(method).contains(placeholder.group(1));
            throw new RedlockSetupException(what + " '" + text + "' of @Locked on " + place +
                " cannot be filled in: " + ex.getMessage(), isParameter ? "for a key write #" +
                placeholder.group(1) + " for the parameter" : "define the property, or give it a default, " +
                "as in ${a.b:c}");
        }
    }

    private @Nullable Duration duration(final String what, final String text)
    {
        if (text.isBlank())
        {
            return null;
        }
        DurationText.check(what + " of @Locked on " + place, text);
        try
        {
            final Duration value = DurationStyle.detectAndParse(text.strip());
            if (!value.isNegative())
            {
                return value;
            }
        }
        catch (final IllegalArgumentException | ArithmeticException ex)
        {
            throw new RedlockSetupException(what + " '" + text + "' of @Locked on " + place +
                " is no duration", "write it as in properties, such as 500ms, 10s or 2m", ex);
        }
        throw new RedlockSetupException(
            what + " '" + text + "' of @Locked on " + place + " is negative", "use zero or more");
    }

    /**
     * Why work of another plan, called on the same object, needs a lock of its own: this one's has another
     * key or is of another client, whatever its times. A fenced method needs a token, and one that does not
     * join would throw.
     *
     * @param arguments of the other method: for each the number of our parameter that it is, or a negative
     *                  number.
     * @return null if it needs none.
     */
    @Nullable String whyNot(final LockedPlan inner, final int[] arguments)
    {
        if (!client.equals(inner.client))
        {
            return "client '" + client + "' is not '" + inner.client + "'";
        }
        if (!inner.isJoined())
        {
            return inner.method.getName() + " has nested = REFUSE";
        }
        if (inner.isFenced() && !isFenced())
        {
            return inner.method.getName() + " is fenced, and " + method.getName() + " is not";
        }

        return key.whyNotSame(inner.key, arguments);
    }

    /**
     * Whether the value may be a future whose end is waited for.
     */
    boolean mayBeFuture()
    {
        return result.mayBeFuture();
    }

    /**
     * What a value has of work that its type does not tell of; null if nothing.
     */
    @Nullable String hidden(final @Nullable Object value)
    {
        return result.hidden(value);
    }

    /**
     * Has a client look at the options of this method, such as its time to live.
     */
    void check(final Redlock redlock)
    {
        final Duration asked = ttl == null ? redlock.defaults().ttl() : ttl;
        if (autoExtend != null && autoExtend.compareTo(asked) < 0)
        {
            throw new RedlockSetupException("autoExtend of @Locked on " + place + " is " + autoExtend +
                " but the time to live is " + asked + ", and the lock is held for that long anyhow",
                "raise autoExtend, or set a shorter ttl on @Locked");
        }
        try (LockHandle handle = redlock.handle("redlock:spring:check", options(redlock)))
        {
            handle.term();
        }
        catch (final IllegalArgumentException ex)
        {
            if (asked.compareTo(redlock.longestTtl()) > 0)
            {
                throw new RedlockSetupException("ttl of @Locked on " + place + " is " + asked +
                    " but redlock.longest-ttl is " + redlock.longestTtl() + ", and a node that restarts " +
                    "votes again after that", "set a shorter ttl on @Locked, or raise redlock.longest-ttl " +
                    "(the same in all clients)", ex);
            }
            throw new RedlockSetupException("@Locked on " + place + ": " +
                BuilderWords.translate(String.valueOf(ex.getMessage())),
                ttl == null ? "correct @Locked, or redlock.ttl" : "correct ttl of @Locked", ex);
        }
    }

    LockOptions options(final Redlock redlock)
    {
        final LockOptions timed =
            ttl == null ? redlock.defaults() : redlock.defaults().withTtl(ttl);
        final LockOptions held = autoExtend == null ? timed : timed.withAutoExtend(autoExtend);

        return locked.fenced() ? held.withFencing() : held;
    }

    Duration within(final Duration usual)
    {
        return within != null ? within : isSkipped() ? Duration.ZERO : usual;
    }

    String key(final @Nullable Object[] arguments)
    {
        return key.of(arguments);
    }

    /**
     * The name of the client's bean; empty for the only or primary one.
     */
    String client()
    {
        return client;
    }

    String place()
    {
        return place;
    }

    /**
     * The type of the result, with type variables filled in.
     */
    Class<?> result()
    {
        return result.type();
    }

    boolean isSkipped()
    {
        return locked.onFailure() == OnFailure.SKIP;
    }

    boolean isJoined()
    {
        return locked.nested() == Nested.JOIN;
    }

    boolean isFenced()
    {
        return locked.fenced();
    }

    boolean isFuture()
    {
        return result.isFuture();
    }

    /**
     * Whether the method may throw an InterruptedException.
     */
    boolean isInterruptible()
    {
        return Arrays.stream(method.getExceptionTypes())
            .anyMatch((type) -> type.isAssignableFrom(InterruptedException.class));
    }

    /**
     * What the caller gets if the method is skipped.
     */
    @Nullable Object nothing()
    {
        return isFuture() ? CompletableFuture.completedFuture(null) :
            result.type() == Optional.class ? Optional.empty() : null;
    }
}
