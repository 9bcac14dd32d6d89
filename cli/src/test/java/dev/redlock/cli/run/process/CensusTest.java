// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CensusTest
{
    private static final long STILL_NS = TimeUnit.MILLISECONDS.toNanos(200);

    /*
     * Each link of the chain is born of one that ends at once. It ends with a file that the test makes.
     */
    private static final String CHAIN = """
        use POSIX;
        $SIG{TERM} = $SIG{CHLD} = 'IGNORE';
        my ($life, $file) = @ARGV;
        open(my $beats, '>>', $file);
        if (fork) { $| = 1; print '!'; sleep 60 while 1 }
        POSIX::setsid();
        while (1)
        {
            select(undef, undef, undef, $life);
            exit if -e "$file.end";
            syswrite($beats, '.');
            exit if fork;
        }
        """;

    @TempDir
    private Path directory;

    /**
     * A look that met processes that had ended before it came says nothing of those that they have left.
     */
    @Test
    void shouldNotEndTheKillingByALookThatIsUnsure()
    {
        final int unsure = 20;
        final List<Boolean> looks = Collections.synchronizedList(new ArrayList<>());
        final Census census = new Census((isFull, listener) ->
        {
            looks.add(isFull);

            return looks.size() > unsure;
        });
        census.start();

        assertThat(census.kill(List.of())).isTrue();
        assertThat(looks).hasSizeGreaterThan(unsure + 3);
        assertThat(looks.subList(0, unsure + 3)).containsOnly(false);
        assertThat(looks.get(unsure + 3)).as("a full look at the end").isTrue();
    }

    @Test
    @Tag("proof")
    void shouldSayThatSomeMayBeLeft()
    {
        final Census census = new Census((isFull, listener) -> false);
        census.start();

        assertThat(census.kill(List.of())).isFalse();
    }

    /**
     * Work that is handed from process to process; a look of the machine takes as long as a link lives.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0.020, 0.005, 0.001})
    @Tag("proof")
    void shouldEndWorkThatIsHandedFromProcessToProcess(final double lifeS) throws Exception
    {
        assumeTrue(new ProcessBuilder("sh", "-c", "command -v perl").start().waitFor() == 0, "perl");
        final Path beats = directory.resolve("beats");
        final Mark mark = new Mark();
        final ProcessBuilder builder =
            new ProcessBuilder("perl", "-e", CHAIN, Double.toString(lifeS), beats.toString());
        mark.put(builder.environment());
        final Process process = builder.start();
        try
        {
            assertThat(process.getInputStream().read()).isEqualTo('!');
            final Census census = new Census(new Search(mark));
            census.start();
            final ProcessTree tree = new ProcessTree(process.toHandle(), census, ControlGroup.none());
            while (Files.size(beats) < 10)
            {
                LockSupport.parkNanos(1_000_000L);
            }

            assertThat(tree.kill()).isTrue();
            assertStill(beats);
            assertThat(process.waitFor()).isEqualTo(128 + 9);
        }
        finally
        {
            Files.createFile(Path.of(beats + ".end"));
            process.destroyForcibly();
        }
    }

    private static void assertStill(final Path beats) throws IOException
    {
        final long size = Files.size(beats);
        final long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < STILL_NS)
        {
            LockSupport.parkNanos(STILL_NS / 10);
        }

        assertThat(Files.size(beats)).isEqualTo(size);
    }
}
