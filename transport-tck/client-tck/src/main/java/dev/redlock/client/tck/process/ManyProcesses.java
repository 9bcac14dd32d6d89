// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.test.process.PeerJvm;

/**
 * Several processes with many waiters each want one key all the time. None starves: the line inside a process
 * gives way to those outside.
 * <p>
 * What the library promises is looked at when it runs for a minute ({@code -Dredlock.share.seconds=60}): at
 * least 15 % for each of four, and nobody waits for more than five seconds. In the shorter run of the gate
 * the bounds leave room for a machine that does other things, too.
 */
public abstract class ManyProcesses extends SharedNodes
{
    private static final int PROCESSES = 4;
    private static final int WAITERS = 50;
    private static final int SECONDS = Integer.getInteger("redlock.share.seconds", 8);
    private static final int LONG_RUN_SECONDS = 60;
    private static final Duration SOON_ON_A_BUSY_MACHINE = Duration.ofSeconds(60);

    @Test
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    void shouldShareAKeyAmongProcesses() throws TimeoutException
    {
        final List<String> args = new ArrayList<>(List.of(transport().name(), Integer.toString(WAITERS)));
        args.addAll(nodes.uris());
        final List<PeerJvm> processes = new ArrayList<>();
        final List<long[]> results = new ArrayList<>();
        try
        {
            for (int i = 0; i < PROCESSES; i++)
            {
                processes.add(PeerJvm.start(SharedKey.class, args));
            }
            for (final PeerJvm process : processes)
            {
                assertThat(process.lines().next(SOON_ON_A_BUSY_MACHINE)).isEqualTo(SharedKey.READY);
            }
            final long endMs = System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(SECONDS);
            processes.forEach(process -> process.lines().say(Long.toString(endMs)));
            for (final PeerJvm process : processes)
            {
                results.add(result(process));
            }
        }
        finally
        {
            processes.forEach(PeerJvm::close);
        }

        check(results);
        nodes.awaitNoKeys();
    }

    private static long[] result(final PeerJvm process) throws TimeoutException
    {
        final String line = process.lines().next(SOON_ON_A_BUSY_MACHINE.plusSeconds(SECONDS));
        assertThat(line).as(() -> "result of a process that said " + process.process().output()).isNotNull();

        return Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
    }

    private static String text(final long[] result)
    {
        return result[0] + " (" + result[1] + " failed, longest wait " + result[2] + " ms)";
    }

    private static void check(final List<long[]> results)
    {
        final boolean isLong = SECONDS >= LONG_RUN_SECONDS;
        final long all = results.stream().mapToLong(result -> result[0]).sum();
        final String text = all + " acquisitions in " + SECONDS + " s: " + results.stream()
            .map(ManyProcesses::text).toList();
        System.out.println(text);

        assertThat(all).as(text).isPositive();
        for (final long[] result : results)
        {
            assertThat(result[0]).as(text).isGreaterThanOrEqualTo(all * (isLong ? 15 : 3) / 100);
            assertThat(result[0]).as(text).isPositive();
            assertThat(result[1]).as(text).isZero();
            assertThat(result[2]).as(text).isLessThanOrEqualTo(isLong ? 5_000 : 30_000);
        }
    }
}
