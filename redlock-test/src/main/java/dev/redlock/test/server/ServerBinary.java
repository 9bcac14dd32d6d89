// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;

import dev.redlock.test.process.TemporaryDirectory;

/**
 * Finds the server binary to run: the builder's, else the system property's, else the environment's, else the
 * built-in Redis.
 */
final class ServerBinary
{
    static final String PROPERTY = "redlock.server";
    static final String ENVIRONMENT = "REDLOCK_SERVER";

    private static final String BUILT_IN = "redis-server-7.0.15";

    private static Path extracted;

    private ServerBinary()
    {
    }

    static Path locate(final Path fromBuilder)
    {
        return locate(fromBuilder, System.getProperty(PROPERTY), System.getenv(ENVIRONMENT));
    }

    static Path locate(final Path fromBuilder, final String fromProperty, final String fromEnvironment)
    {
        if (fromBuilder != null)
        {
            return executable(fromBuilder, "binary(…)");
        }
        if (fromProperty != null && !fromProperty.isBlank())
        {
            return executable(Path.of(fromProperty), "the system property " + PROPERTY);
        }
        if (fromEnvironment != null && !fromEnvironment.isBlank())
        {
            return executable(Path.of(fromEnvironment), "the environment variable " + ENVIRONMENT);
        }

        return builtIn();
    }

    private static Path executable(final Path path, final String source)
    {
        if (!Files.isRegularFile(path) || !Files.isExecutable(path))
        {
            throw new IllegalArgumentException(source + " names " + path + ", which is no executable file; " +
                "name a redis-server or valkey-server, or leave it out for the built-in one");
        }

        return path.toAbsolutePath();
    }

    /**
     * The name of the built-in binary for a platform, as in its jar.
     */
    static String resource(final String osName, final String osArch)
    {
        final String os = osName.toLowerCase(Locale.ROOT);
        final String arch = osArch.toLowerCase(Locale.ROOT);
        final boolean isArm = arch.equals("aarch64") || arch.equals("arm64");
        final boolean isIntel = arch.equals("amd64") || arch.equals("x86_64");

        if (os.startsWith("linux") && (isArm || isIntel || arch.equals("i386") || arch.equals("x86")))
        {
            return BUILT_IN + "-linux-" + (isArm ? "arm64" : isIntel ? "amd64" : "386");
        }
        if (os.startsWith("mac") && (isArm || isIntel))
        {
            return BUILT_IN + "-darwin-" + (isArm ? "arm64" : "amd64");
        }

        throw new IllegalStateException("there is no built-in redis-server for " + osName + " on " + osArch +
            "; install one and name it with -D" + PROPERTY + "=/path or " + ENVIRONMENT);
    }

    private static synchronized Path builtIn()
    {
        if (extracted == null)
        {
            extracted = extract(resource(System.getProperty("os.name"), System.getProperty("os.arch")));
        }

        return extracted;
    }

    /*
     * Once per JVM, on first use, into a directory that only this user can enter: under a fixed path in a
     * shared /tmp another user could plant a binary, and a cache would need a check each time.
     */
    static Path extract(final String name)
    {
        try (InputStream in = ServerBinary.class.getClassLoader().getResourceAsStream(name))
        {
            if (in == null)
            {
                throw new IllegalStateException("there is no server to start: add " +
                    "org.signal:embedded-redis to your tests (redlock-bom has its version), or name a " +
                    "redis-server or valkey-server with -D" + PROPERTY + "=/path or " + ENVIRONMENT);
            }

            final Path directory = TemporaryDirectory.create("redlock-server-binary-");
            final Path binary = directory.resolve(name);
            Files.copy(in, binary);
            Files.setPosixFilePermissions(binary, PosixFilePermissions.fromString("rwx------"));

            return binary;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot extract " + name + " into the temporary directory " +
                System.getProperty("java.io.tmpdir") + "; set java.io.tmpdir, or name a server with -D" +
                PROPERTY + "=/path", ex);
        }
    }
}
