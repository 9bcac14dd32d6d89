// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.key;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Period;
import java.time.ZoneId;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.util.ObjectUtils;
import org.springframework.util.ReflectionUtils;

import dev.redlock.spring.boot.locked.result.LaterWork;

/*
 * Two processes must get one text from equal values, whatever their time zone, their Java, and the order in
 * which their memory has things; and two values must not get one text. So elements are set apart even if they
 * contain what sets them apart.
 */

/**
 * The text of a value in a key: of a closed list of types whose text is the same everywhere. Immutable.
 */
public final class KeyText
{
    private static final Set<Class<?>> PLAIN = Set.of(Byte.class, Short.class, Integer.class, Long.class,
        BigInteger.class, AtomicInteger.class, AtomicLong.class, Boolean.class, Character.class, UUID.class,
        URI.class, Locale.class, Currency.class, Duration.class, Period.class);
    private static final Pattern MARKS = Pattern.compile("[\\\\,=\\[\\]]");
    private static final String NO_NULL =
        "pass a value, or say what null means, as in #a?.b ?: 'none'";
    private static final int DEEPEST = 8;

    private final Set<String> allowed;

    /**
     * @param allowed names of classes whose own text is taken.
     */
    public KeyText(final Set<String> allowed)
    {
        this.allowed = Set.copyOf(allowed);
    }

    /**
     * The text of a whole value.
     *
     * @throws Refusal if it has none.
     */
    String of(final @Nullable Object value)
    {
        if (value == null)
        {
            throw new Refusal("is null: " + NO_NULL);
        }
        final String text = part(value);
        if (text.isBlank())
        {
            throw new Refusal("is empty or blank, so that different things would have one " +
                "lock: pass a text, or give such things a key of their own, as in #a.isBlank() ? 'none' : " +
                "#a");
        }

        return text;
    }

    /**
     * The text of a part, which may be empty beside others.
     */
    String part(final @Nullable Object value)
    {
        return text(value, 0);
    }

    private String text(final @Nullable Object value, final int depth)
    {
        if (value instanceof String text)
        {
            return text;
        }
        if (value == null)
        {
            throw new Refusal("has null in it, which would become a text: " + NO_NULL);
        }
        if (PLAIN.contains(value.getClass()) || isAllowed(value.getClass()))
        {
            return value.toString();
        }
        if (value instanceof Enum<?> constant)
        {
            return constant.name();
        }
        if ((value instanceof TemporalAccessor || value instanceof ZoneId) && LaterWork.isOfJdk(value))
        {
            return value.toString();
        }
        if (value instanceof StringBuilder || value instanceof StringBuffer)
        {
            return value.toString();
        }

        return depth < DEEPEST ? ofSeveral(value, depth + 1) : refused(value);
    }

    private boolean isAllowed(final Class<?> type)
    {
        @Nullable Class<?> any = allowed.isEmpty() ? null : type;
        while (any != null && !allowed.contains(any.getName()))
        {
            any = any.getSuperclass();
        }

        return any != null;
    }

    private String ofSeveral(final Object value, final int depth)
    {
        if (value instanceof Optional<?> optional)
        {
            return text(optional.orElse(null), depth);
        }
        if (value instanceof OptionalInt optional)
        {
            return text(optional.isPresent() ? optional.getAsInt() : null, depth);
        }
        if (value instanceof OptionalLong optional)
        {
            return text(optional.isPresent() ? optional.getAsLong() : null, depth);
        }
        if (value instanceof List<?> list)
        {
            return elements(list, depth);
        }
        if (value.getClass().isArray())
        {
            return elements(Arrays.asList(ObjectUtils.toObjectArray(value)), depth);
        }

        return value instanceof Record ? components(value, depth) : refused(value);
    }

    private String elements(final Collection<?> values, final int depth)
    {
        final List<String> texts = new ArrayList<>();
        for (final Object value : values)
        {
            texts.add(apart(value, depth));
        }

        return texts.isEmpty() ? "" : "[" + String.join(", ", texts) + "]";
    }

    /*
     * As an element that no other text equals, whatever it contains; lists in lists have their own brackets.
     */
    private String apart(final @Nullable Object value, final int depth)
    {
        final String text = text(value, depth);

        final boolean hasBrackets = value instanceof List || value instanceof Record ||
            value != null && value.getClass().isArray();

        return hasBrackets ? text : MARKS.matcher(text).replaceAll("\\\\$0");
    }

    private String components(final Object value, final int depth)
    {
        final List<String> texts = new ArrayList<>();
        for (final RecordComponent component : value.getClass().getRecordComponents())
        {
            component.getAccessor().trySetAccessible();
            texts.add(component.getName() + "=" +
                apart(ReflectionUtils.invokeMethod(component.getAccessor(), value), depth));
        }

        return value.getClass().getSimpleName() + "[" + String.join(", ", texts) + "]";
    }

    private static String refused(final Object value)
    {
        throw new Refusal(refusal(value.getClass(), "#a"));
    }

    private static String refusal(final Class<?> type, final String shown)
    {
        return "has a value of type " + type.getTypeName() +
            ", but every process must get the same text from it: " + remedy(type, shown);
    }

    /**
     * Why no value of a declared type has a text, and what to write instead of the expression.
     *
     * @return null if there may be one that has.
     */
    @Nullable String whyNone(final Class<?> declared, final String shown)
    {
        @Nullable Class<?> element = declared;
        while (element != null && element.isArray())
        {
            element = element.getComponentType();
        }
        final Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(element == null ? declared : element);
        final boolean isNone = isInexact(type) || isOfTimeZone(type) || Map.class.isAssignableFrom(type) ||
            Set.class.isAssignableFrom(type);

        return isNone && allowed.stream().noneMatch((name) -> mayBe(name, type)) ?
            refusal(declared, shown) : null;
    }

    /*
     * Of a class that is not known here nothing is known.
     */
    private static boolean mayBe(final String allowed, final Class<?> type)
    {
        try
        {
            final Class<?> known = ClassUtils.forName(allowed, type.getClassLoader());

            return type.isAssignableFrom(known) || known.isAssignableFrom(type);
        }
        catch (final ClassNotFoundException | LinkageError ignored)
        {
            return true;
        }
    }

    private static boolean isInexact(final Class<?> type)
    {
        return type == Float.class || type == Double.class || BigDecimal.class.isAssignableFrom(type);
    }

    /**
     * Whether a collection has an order of its own.
     */
    static boolean isInOrder(final @Nullable Class<?> type)
    {
        return type != null && (SortedSet.class.isAssignableFrom(type) ||
            Deque.class.isAssignableFrom(type) || LinkedHashSet.class.isAssignableFrom(type));
    }

    private static boolean isOfTimeZone(final Class<?> type)
    {
        return Date.class.isAssignableFrom(type) || Calendar.class.isAssignableFrom(type);
    }

    private static String remedy(final Class<?> known, final String shown)
    {
        final Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(known);
        if (isInexact(type))
        {
            return "equal numbers of this type have different texts; use an integer, such as cents, or " +
                "the text that was stored";
        }
        if (isOfTimeZone(type))
        {
            // By name, as the application need not have the module.
            return "its text follows the time zone of the process; use " + shown +
                (LaterWork.is(type, "java.sql.Date") ? ".toLocalDate()" :
                LaterWork.is(type, "java.sql.Time") ? ".toLocalTime()" : ".toInstant()");
        }
        if (isInOrder(type))
        {
            return "equal ones may have another order; use an id, or T(java.util.List).copyOf(" + shown +
                ") if the order is meant";
        }
        if (Map.class.isAssignableFrom(type) || Collection.class.isAssignableFrom(type))
        {
            return "its order may be another in each process; use " + (Map.class.isAssignableFrom(type) ?
                "" : shown + ".stream().sorted().toList(), ") + "a list in a certain order, or an id";
        }
        if (type.isArray())
        {
            return remedy(type.getComponentType(), "#this");
        }

        return "use an id, such as #order.id; if its toString is the same in every process, and different " +
            "for different things, add the class to redlock.locked.key-types";
    }

    /**
     * A value has no text. The message goes on after the name of the key: what is wrong with the value, and
     * what to write instead.
     */
    static final class Refusal extends IllegalArgumentException
    {
        private static final long serialVersionUID = 1L;

        Refusal(final String message)
        {
            super(message);
        }
    }
}
