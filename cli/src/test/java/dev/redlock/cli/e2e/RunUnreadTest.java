// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServers;

/**
 * The validity ends while nobody reads what the command line has to say.
 */
@Timeout(600)
@Tag("proof")
class RunUnreadTest
{
    private static final int ROUNDS = Integer.getInteger("redlock.run.rounds", 2);
    private static final long TTL_MS = 3000;

    /*
     * Between two extensions.
     */
    private static final long QUIET_MS = TTL_MS / 6;

    /*
     * A worker that is not killed works for ever. How late it may be seen to work on a machine that is busy
     * otherwise, and how late on one that is not.
     */
    private static final long KILLED_WITHIN_MS = 2000;
    private static final long QUIET_WITHIN_MS = 100;

    private static final Duration WITHIN = Duration.ofSeconds(20);
    private static final String WORKER =
        "trap '' TERM; sleep 60 & while :; do date +%s%3N > $0.tmp; mv $0.tmp $0; done";

    /**
     * The nodes' own deadline for the key is the observer: the validity ends before it, by the allowance for
     * drift and the way of the command.
     */
    @Test
    void shouldKillTheCommandInTimeWhenNobodyReads(@TempDir final Path directory) throws Exception
    {
        final List<Long> lateMs = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++)
        {
            final Path beat = directory.resolve("beat" + i);
            try (RedisServers nodes = RedisServers.start(3);
                RedlockProcess redlock = RedlockProcess.startWithFullPipes(nodes.uris(), command(i, beat)))
            {
                Await.parking().until("the command works", WITHIN, () -> Files.exists(beat));
                final long ttlEndMs = killAfterAnExtension(nodes);

                assertThat(redlock.status()).isEqualTo(76);
                if (ttlEndMs > 0)
                {
                    // One percent of the time to live, and 2 ms.
                    lateMs.add(lastBeatMs(beat) - (ttlEndMs - TTL_MS / 100 - 2));
                }
            }
        }

        System.out.println("last work, in ms after the validity: " + lateMs + "; within " + QUIET_WITHIN_MS +
            " ms: " + lateMs.stream().filter((late) -> late <= QUIET_WITHIN_MS).count() + " of " + ROUNDS);
        assertThat(lateMs).allMatch((late) -> late < KILLED_WITHIN_MS);
    }

    private static String[] command(final int round, final Path beat)
    {
        final List<String> command = new ArrayList<>(List.of("run", "--key", "gone", "--ttl", TTL_MS + "ms"));
        if (round % 2 == 1)
        {
            // The engine has much to say, too.
            command.add("--verbose");
        }
        command.addAll(List.of("--", "sh", "-c", WORKER, beat.toString()));

        return command.toArray(new String[0]);
    }

    /*
     * Kills a majority right after an extension, so that none comes between the look and the death.
     *
     * @return when the key ends on the nodes, by their clock; 0 if this thread was too slow to know.
     */
    private static long killAfterAnExtension(final RedisServers nodes)
    {
        final long firstMs = ttlEndMs(nodes);
        Await.parking().until("an extension", WITHIN, () -> IntStream.range(0, nodes.size())
            .allMatch((i) -> ttlEndMs(nodes, i) > firstMs));
        final long extendedMs = ttlEndMs(nodes);
        nodes.server(0).kill();
        nodes.server(1).kill();

        return System.currentTimeMillis() < extendedMs - TTL_MS + QUIET_MS ? extendedMs : 0;
    }

    private static long ttlEndMs(final RedisServers nodes)
    {
        return IntStream.range(0, nodes.size()).mapToLong((i) -> ttlEndMs(nodes, i)).max().orElseThrow();
    }

    private static long ttlEndMs(final RedisServers nodes, final int index)
    {
        return (Long)nodes.server(index).call("PEXPIRETIME", "gone");
    }

    private static long lastBeatMs(final Path beat) throws IOException
    {
        return Long.parseLong(Files.readString(beat).strip());
    }
}
