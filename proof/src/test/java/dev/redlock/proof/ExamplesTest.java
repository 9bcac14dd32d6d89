// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

import dev.redlock.test.server.RedisServers;

/**
 * The folder examples holds: all compile, and do over real servers what they say. README's class is
 * {@link FrontPageTest}'s.
 */
class ExamplesTest
{
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final int SERVERS = 3;

    /*
     * All but those that are a module, with tests of its own.
     */
    private static Path[] sources() throws IOException
    {
        try (Stream<Path> files = Files.walk(EXAMPLES))
        {
            return files.filter((file) -> file.toString().endsWith(".java"))
                .filter((file) -> !file.startsWith(EXAMPLES.resolve("spring-boot"))).toArray(Path[]::new);
        }
    }

    @Test
    void shouldCompileAndBeListed(final @TempDir Path classes) throws IOException
    {
        final String list = Files.readString(EXAMPLES.resolve("README.md"));

        Example.compile(classes, sources());
        assertThat(sources()).hasSizeGreaterThanOrEqualTo(5).allSatisfy((source) ->
            assertThat(list).contains("](" + EXAMPLES.relativize(source) + ")"));
    }

    @Tag("proof")
    @Timeout(120)
    @ParameterizedTest
    @CsvSource({"Inventory, left: 37", "Worker, steps: 3", "Quoter, quoted: 1000"})
    void shouldRun(final String main, final String printed, final @TempDir Path classes) throws Exception
    {
        Example.compile(classes, sources());
        try (RedisServers servers = RedisServers.start(SERVERS))
        {
            assertThat(Example.output(classes, main, servers.uris().toArray(String[]::new)))
                .contains(printed);
        }
    }

    /**
     * A test that is shown is run as one.
     */
    @Test
    @Tag("proof")
    @Timeout(120)
    void shouldPassTheTestThatIsShown(final @TempDir Path classes) throws Exception
    {
        Example.compile(classes, sources());
        final SummaryGeneratingListener summary = new SummaryGeneratingListener();
        try (URLClassLoader loader = Example.loader(classes))
        {
            LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request()
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                .selectors(DiscoverySelectors.selectClass(loader.loadClass("CheckoutTest"))).build(),
                summary);
        }

        assertThat(summary.getSummary().getTestsSucceededCount()).isEqualTo(3);
        assertThat(summary.getSummary().getFailures()).isEmpty();
    }
}
