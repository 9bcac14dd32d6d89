// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.settings;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.regex.Pattern;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

import dev.redlock.spring.boot.RedlockProperties;
import dev.redlock.spring.boot.RedlockSetupException;

/**
 * Durations have a unit: Spring takes a bare number for milliseconds, where many mean seconds.
 */
public final class DurationText
{
    private static final Pattern BARE = Pattern.compile("[+-]?\\d+");
    private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

    private DurationText()
    {
    }

    /**
     * Refuses a bare number.
     *
     * @param what has the duration, such as the name of a property.
     */
    public static void check(final String what, final String text)
    {
        final String bare = text.strip();
        if (BARE.matcher(bare).matches())
        {
            throw new RedlockSetupException(what + " '" + bare + "' has no unit, and would be " + bare +
                " milliseconds", "write " + bare + "ms, or " + bare + "s if seconds are meant");
        }
    }

    /**
     * Refuses bare numbers in our properties.
     */
    public static void check(final Environment environment)
    {
        check(Binder.get(environment), "redlock", RedlockProperties.class);
    }

    private static void check(final Binder binder, final String prefix, final Class<?> type)
    {
        for (final RecordComponent component : type.getRecordComponents())
        {
            final String name = prefix + "." + CAPITAL.matcher(component.getName()).replaceAll((found) ->
                "-" + (char)(found.group().charAt(0) + ('a' - 'A')));
            if (component.getType() == Duration.class)
            {
                binder.bind(name, String.class).ifBound((text) -> check(name, text));
            }
            else if (component.getType().isRecord())
            {
                check(binder, name, component.getType());
            }
        }
    }
}
