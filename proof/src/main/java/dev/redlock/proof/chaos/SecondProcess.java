// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.proof.chaos.claim.ClaimSink;
import dev.redlock.proof.chaos.claim.ClaimedInterval;
import dev.redlock.test.process.PeerLines;

/**
 * The client in a JVM of its own. It reports its claims to the first JVM, line by line, with timestamps of
 * the monotonic clock, and tells the time when asked. It ends when the first one hangs up.
 */
record SecondProcess(PeerLines lines) implements ClaimSink
{
    static final String NAME = "second-process";
    static final String CLOCK = "clock";
    static final String GO = "go";
    static final String BEGUN = "begun";
    static final String ENDED = "ended";
    static final String FAILED = "failed";

    private static final int OPTIONS_AT = 6;

    /**
     * Entry point.
     *
     * @param args the port of the first JVM, and what {@link #arguments} makes.
     */
    public static void main(final String[] args)
    {
        try (PeerLines lines = PeerLines.toStarter(args[0]))
        {
            final SecondProcess process = new SecondProcess(lines);
            for (String line = lines.next(); line != null; line = lines.next())
            {
                if (CLOCK.equals(line))
                {
                    lines.say(CLOCK + " " + System.nanoTime());
                }
                else
                {
                    process.startLoad(args);
                }
            }
        }
        finally
        {
            Runtime.getRuntime().halt(0);
        }
    }

    static List<String> arguments(final LoadSettings load, final long seed,
        final TransportChoice transport, final List<String> uris)
    {
        final List<String> args = new ArrayList<>(List.of(load.prefix(), Integer.toString(load.keys()),
            load.planted().name(), Long.toString(seed), transport.name()));
        transport.options().forEach((option, value) -> args.add(option + "=" + value));
        args.addAll(uris);

        return args;
    }

    private void startLoad(final String[] args)
    {
        final LoadSettings load =
            new LoadSettings(args[1], Integer.parseInt(args[2]), PlantedFault.valueOf(args[3]));
        final List<String> rest = Arrays.asList(args).subList(OPTIONS_AT, args.length);
        final Map<String, String> options = new HashMap<>();
        final List<String> uris = new ArrayList<>();
        for (final String argument : rest)
        {
            if (argument.contains("://"))
            {
                uris.add(argument);
            }
            else
            {
                final int at = argument.indexOf('=');
                options.put(argument.substring(0, at), argument.substring(at + 1));
            }
        }

        try
        {
            ChaosClient.start(NAME, ChaosClient.Mode.BLOCKING, new TransportChoice(args[5], options), uris,
                load, this, Long.parseLong(args[4]));
        }
        catch (final RuntimeException ex)
        {
            failed(NAME + ": " + ex);
        }
    }

    @Override
    public void begun(final ClaimedInterval claim)
    {
        lines.say(BEGUN + " " + text(claim));
    }

    @Override
    public void ended(final ClaimedInterval claim)
    {
        lines.say(ENDED + " " + text(claim));
    }

    @Override
    public void failed(final String error)
    {
        lines.say(FAILED + " " + error.replace('\n', ' '));
    }

    private static String text(final ClaimedInterval claim)
    {
        return claim.holder() + " " + claim.key() + " " + claim.sequence() + " " + claim.fromNs() + " " +
            claim.untilNs() + " " + claim.end();
    }

    static ClaimedInterval claim(final String text)
    {
        final String[] words = text.split(" ");

        return new ClaimedInterval(words[0], Integer.parseInt(words[1]), Long.parseLong(words[2]),
            Long.parseLong(words[3]), Long.parseLong(words[4]), words[5]);
    }
}
