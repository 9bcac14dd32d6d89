// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import com.google.gson.Gson;

import dev.redlock.bench.contender.ContenderKind;
import dev.redlock.bench.contender.Target;
import dev.redlock.test.process.PeerLines;

/**
 * A JVM of one contender: takes orders line by line, and measures. Clients live for one round; the JVM stays,
 * and warm with it.
 */
public final class Worker
{
    private static final long NS_PER_MS = 1_000_000L;
    private static final double NS_PER_US = 1e3;
    private static final int HGRM_TICKS = 4;

    private final PeerLines lines;
    private Crowd crowd;
    private Crew crew;

    private Worker(final PeerLines lines)
    {
        this.lines = lines;
    }

    /**
     * Works until the rig hangs up.
     *
     * @param args the port of the rig.
     * @throws IOException if a distribution cannot be written.
     */
    public static void main(final String[] args) throws IOException
    {
        final PeerLines lines = PeerLines.toStarter(args[0]);
        final Worker worker = new Worker(lines);
        for (String line = lines.next(); line != null; line = lines.next())
        {
            worker.obey(Message.parse(line));
        }
        System.exit(0);
    }

    private void obey(final Message order) throws IOException
    {
        try
        {
            switch (order.word())
            {
                case "open" -> open(order);
                case "warm" -> warmUp(order);
                case "measure" -> measure(order);
                case "close" -> close();
                default -> throw new IllegalArgumentException("there is no order '" + order.word() + "'");
            }
        }
        catch (final RuntimeException ex)
        {
            ex.printStackTrace();
            lines.say(Message.of("failed", "why", ex.toString()).line());
        }
    }

    private void open(final Message order)
    {
        final String trust = order.text("trust");
        final Target target = new Target(Arrays.asList(order.text("uris").split(",")), order.number("ttl_ms"),
            trust.isEmpty() ? null : Path.of(trust));
        crowd = new Gson().fromJson(order.object("crowd"), Crowd.class);
        crew = new Crew(ContenderKind.of(order.text("contender")), target, crowd);
        lines.say(Message.of("opened").line());
    }

    private void warmUp(final Message order)
    {
        final long cycles = crew.warmUp(order.number("slice_ms") * NS_PER_MS, order.number("cycles"),
            order.number("most_ms") * NS_PER_MS);
        lines.say(Message.of("warm", "cycles", cycles).line());
    }

    private void measure(final Message order) throws IOException
    {
        final Figures figures = crew.measure(order.number("warmup_ms") * NS_PER_MS,
            order.number("measured_ms") * NS_PER_MS);
        final String file = order.text("hgrm");
        if (!file.isEmpty())
        {
            try (PrintStream hgrm = new PrintStream(Files.newOutputStream(Path.of(file)), false, UTF_8))
            {
                figures.acquire().outputPercentileDistribution(hgrm, HGRM_TICKS, NS_PER_US);
            }
        }
        lines.say(Message.of("measured", "figures", figures.json(),
            "text", figures.text()).line());
    }

    private void close()
    {
        if (crew != null)
        {
            crew.close();
            crew = null;
        }
        lines.say(Message.of("closed").line());
    }
}
