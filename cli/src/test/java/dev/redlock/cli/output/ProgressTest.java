// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

import org.junit.jupiter.api.Test;

class ProgressTest
{
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, UTF_8);
    private long nowNs = Long.MAX_VALUE - 1_000;

    private Progress work(final boolean isRewritten, final long total)
    {
        return new Progress(out, isRewritten, () -> nowNs, "simulation", "histories", total, 0);
    }

    private String written()
    {
        return bytes.toString(UTF_8);
    }

    @Test
    void shouldRewriteOneLineOnATerminal()
    {
        final Progress progress = work(true, 100_000);
        nowNs += SECONDS.toNanos(2);
        progress.update(20_000);
        nowNs += SECONDS.toNanos(1);
        progress.update(40_000, "1 fault");

        assertThat(written()).isEqualTo(
            "\rsimulation: 20,000 of 100,000 histories, 10,000/s, 8s left\u001b[K" +
            "\rsimulation: 40,000 of 100,000 histories, 13,333/s, 5s left, 1 fault\u001b[K");
        progress.close();
        progress.close();
        assertThat(written()).endsWith("1 fault\u001b[K\r\u001b[K").doesNotContain("\n");
    }

    @Test
    void shouldWritePlainLinesNowAndThenElsewhere()
    {
        final Progress progress = work(false, 1_000_000);
        for (int i = 1; i <= 250; i++)
        {
            nowNs += MILLISECONDS.toNanos(100);
            progress.update(i * 32L);
        }
        progress.close();

        assertThat(written().lines()).containsExactly(
            "simulation: 3,200 of 1,000,000 histories, 320/s, 51m 55s left",
            "simulation: 6,400 of 1,000,000 histories, 320/s, 51m 45s left");
        assertThat(written()).doesNotContain("\r", "\u001b");
    }

    @Test
    void shouldNotLeadBackWhenThreadsReportOutOfOrder()
    {
        final Progress progress = work(false, 200_000);
        nowNs += SECONDS.toNanos(10);
        progress.update(100_032);
        progress.update(100_000);
        nowNs += SECONDS.toNanos(10);
        progress.update(100_000);

        assertThat(written().lines()).containsExactly(
            "simulation: 100,032 of 200,000 histories, 10,003/s, 10s left",
            "simulation: 100,032 of 200,000 histories, 5,002/s, 20s left");
    }

    @Test
    void shouldTellTheTimeOfWorkThatEndsByTheClock()
    {
        final Progress progress = new Progress(
            out, false, () -> nowNs, "chaos", "acquisitions", 0, SECONDS.toNanos(5_400));
        nowNs += SECONDS.toNanos(60);
        progress.update(90, "2 faults");

        assertThat(written())
            .startsWith("chaos: 1m 0s of 1h 30m, 90 acquisitions, 1.5/s, 1h 29m left, 2 faults");
    }

    @Test
    void shouldNotGuessBeforeAnythingIsDone()
    {
        final Progress progress = work(true, 10);
        nowNs += SECONDS.toNanos(1);
        progress.update(0);

        assertThat(written()).contains("0 of 10 histories, 0.0/s, time left unknown");
    }

    @Test
    void shouldNeverWrapOnATerminal()
    {
        final Progress progress = work(true, Long.MAX_VALUE);
        nowNs += SECONDS.toNanos(1);
        progress.update(Long.MAX_VALUE / 3, "more and more and more and more and more");

        assertThat(written().replace("\r", "").replace("\u001b[K", "")).hasSize(79);
    }

    @Test
    void shouldMakeRoomForOtherLines()
    {
        final Progress progress = work(true, 10);
        progress.clear();
        assertThat(written()).isEmpty();
        nowNs += SECONDS.toNanos(1);
        progress.update(1);
        progress.clear();
        out.print("news\n");
        nowNs += SECONDS.toNanos(1);
        progress.update(2);

        assertThat(written()).contains("left\u001b[K\r\u001b[Knews\n\rsimulation: 2 of 10");
    }

    @Test
    void shouldSayForWhatOneWaitsAfterASecondAndThenNowAndThen()
    {
        final Progress progress = waiting(false);
        for (int i = 1; i <= 220; i++)
        {
            nowNs += MILLISECONDS.toNanos(100);
            progress.update(i < 50 ? "another holds it" : "");
        }
        progress.close();

        assertThat(written().lines()).containsExactly(
            "waiting: another holds it, 1s of 1m 10s, 1m 9s left",
            "waiting: 11s of 1m 10s, 59s left", "waiting: 21s of 1m 10s, 49s left");
    }

    @Test
    void shouldRewriteForWhatOneWaitsOnATerminalAndTakeItBack()
    {
        final Progress progress = waiting(true);
        nowNs += MILLISECONDS.toNanos(900);
        progress.update("another holds it");
        assertThat(written()).isEmpty();
        for (int i = 0; i < 2; i++)
        {
            nowNs += MILLISECONDS.toNanos(1_000);
            progress.update("another holds it");
        }
        progress.close();

        assertThat(written()).isEqualTo("\rwaiting: another holds it, 2s of 1m 10s, 1m 8s left\u001b[K" +
            "\rwaiting: another holds it, 3s of 1m 10s, 1m 7s left\u001b[K\r\u001b[K");
    }

    private Progress waiting(final boolean isRewritten)
    {
        return new Progress(out, isRewritten, () -> nowNs, "waiting", "", 0, SECONDS.toNanos(70));
    }
}
