// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.client.tck.process.LockCycle;
import dev.redlock.test.process.JavaProcess;
import dev.redlock.test.server.RedisServers;

/**
 * Both transports as modules: each is found by its name, among the two of them.
 */
class ModulePathTest
{
    private static final Pattern NOT_A_USERS = Pattern.compile(
        "(?:apiguardian|archunit|assertj|byte-buddy|junit|opentest4j|slf4j|surefire|test-classes)[^/]*$");
    private static final Pattern MODULE_NAME = Pattern.compile("<module.name>(.+)</module.name>");

    @TempDir
    Path directory;

    @Test
    @Tag("proof")
    void shouldFindEachTransportOnTheModulePath() throws Exception
    {
        final String modulePath = modulePath();
        try (RedisServers servers = RedisServers.start(3))
        {
            for (final String transport : List.of("lettuce", "netty"))
            {
                final Path output = directory.resolve(transport + ".out");
                final List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--module-path", modulePath, "--add-modules", "ALL-MODULE-PATH",
                    "-m", "dev.redlock.client.tck/" + LockCycle.class.getName(), transport));
                command.addAll(1, JavaProcess.assertions());
                command.addAll(servers.uris());
                final Process process = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(output.toFile()).start();
                try
                {
                    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ended in time").isTrue();
                }
                finally
                {
                    process.destroyForcibly();
                }

                assertThat(process.exitValue()).as(Files.readString(output)).isZero();
                assertThat(Files.readString(output)).contains("done on Java ");
            }
        }
    }

    /*
     * A directory of classes is no automatic module, so what Maven has not packed yet is packed here, under
     * the name that its jar will have.
     */
    private String modulePath() throws IOException
    {
        final List<String> entries = new ArrayList<>();
        for (final String entry : System.getProperty("java.class.path").split(File.pathSeparator))
        {
            if (!NOT_A_USERS.matcher(entry).find())
            {
                entries.add(Files.isDirectory(Path.of(entry)) ? pack(Path.of(entry)).toString() : entry);
            }
        }

        return String.join(File.pathSeparator, entries);
    }

    private Path pack(final Path classes) throws IOException
    {
        final Matcher name =
            MODULE_NAME.matcher(Files.readString(classes.getParent().resolveSibling("pom.xml")));
        assertThat(name.find()).as("module name of " + classes).isTrue();
        final Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Automatic-Module-Name"), name.group(1));

        final Path jar = directory.resolve(name.group(1) + ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
            JarOutputStream out = new JarOutputStream(file, manifest);
            Stream<Path> files = Files.walk(classes))
        {
            for (final Path path : (Iterable<Path>)files.filter(Files::isRegularFile)::iterator)
            {
                out.putNextEntry(new JarEntry(classes.relativize(path).toString().replace('\\', '/')));
                Files.copy(path, out);
            }
        }

        return jar;
    }
}
