// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.settings;

import java.util.Arrays;
import java.util.Locale;

import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.RedlockSetupException;

/**
 * What {@code redlock.enabled} says of the client that the starter makes.
 */
public enum EnabledSetting
{
    /** A client over the nodes. */
    TRUE,

    /** No client: methods that are {@link Locked} throw when they are called. */
    FALSE,

    /** A client over nodes inside the JVM. */
    FAKE;

    public static final String NAME = "redlock.enabled";

    private static final String NODES = "dev.redlock.test.FakeNodes";

    /**
     * Whether there is no client by intent. Unlike {@link #of} it complains of nothing, so that a failure
     * that is being explained stays the one that is told.
     */
    public static boolean isOff(final Environment environment)
    {
        return FALSE.name().equalsIgnoreCase(environment.getProperty(NAME));
    }

    /**
     * @throws RedlockSetupException if it is none of these, or there are no such nodes on the class path.
     */
    public static EnabledSetting of(final Environment environment)
    {
        final String text = environment.getProperty(NAME, "true");
        final EnabledSetting setting = Arrays.stream(values())
            .filter((one) -> one.name().equalsIgnoreCase(text)).findFirst()
            .orElseThrow(() -> new RedlockSetupException(NAME + " is '" + text + "' but must be " +
                "true, false or fake", "correct it, or leave it out for a client over redlock.nodes"));
        if (setting == FAKE && !ClassUtils.isPresent(NODES, EnabledSetting.class.getClassLoader()))
        {
            throw new RedlockSetupException(NAME + " is '" + text.toLowerCase(Locale.ROOT) + "' but " +
                "redlock-test is not on the class path", "add redlock-test, or set " + NAME + "=false, " +
                "where methods with @Locked throw when they are called");
        }

        return setting;
    }
}
