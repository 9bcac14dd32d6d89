// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.client;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;

import dev.redlock.spring.boot.RedlockSetupException;

/**
 * Refuses a Spring Boot that this starter is not made for, before something fails that does not say so.
 */
public final class BootVersion
{
    private static final int LEAST = 4;

    private BootVersion()
    {
    }

    /**
     * Refuses an application with an older Spring Boot.
     */
    public static void check()
    {
        check(SpringBootVersion.getVersion());
    }

    static void check(final @Nullable String version)
    {
        final String major = version == null ? "" : version.replaceAll("\\..*", "");
        if (major.matches("\\d+") && Integer.parseInt(major) < LEAST)
        {
            throw new RedlockSetupException("Spring Boot is " + version + " but " +
                "redlock-spring-boot-starter needs 4.0 or newer", "with Spring Boot 3 use " +
                "redlock-transport-lettuce without the starter, and define a bean of type Redlock");
        }
    }
}
