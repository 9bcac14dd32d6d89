// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All rounds of one case: the contenders take turns, and begin anew.
 */
final class CaseRun
{
    private static final Duration SLOW = Duration.ofMillis(50);
    private static final String HEALTHY = "-healthy";

    private final Case conditions;
    private final Farm farm;
    private final Results results;
    private final Rig rig;
    private final Map<String, Participant> participants = new LinkedHashMap<>();

    CaseRun(final Case conditions, final Farm farm, final Results results, final Rig rig)
    {
        this.conditions = conditions;
        this.farm = farm;
        this.results = results;
        this.rig = rig;
    }

    /**
     * How many measurements it takes.
     */
    static int measurements(final Case conditions, final int rounds)
    {
        return conditions.contenders().size() * rounds * (conditions.fault() == Case.Fault.NONE ? 1 : 2);
    }

    void call() throws IOException
    {
        try
        {
            for (final String contender : conditions.contenders())
            {
                participants.put(contender, participant(contender));
            }
            for (int round = 1; round <= rig.rounds(); round++)
            {
                for (final String contender : inTurn(conditions.contenders(), round))
                {
                    play(contender, round);
                }
            }
        }
        finally
        {
            participants.values().forEach(Participant::close);
        }
    }

    /*
     * Each round begins with another one, so that not always the same follows the last one's storm.
     */
    static List<String> inTurn(final List<String> contenders, final int round)
    {
        final List<String> order = new ArrayList<>(contenders);
        Collections.rotate(order, 1 - round);

        return order;
    }

    private Participant participant(final String contender)
    {
        return FloorProgram.LABEL.equals(contender) ?
            new FloorProgram(rig.floorC(), farm, conditions, rig.measuredMs()) :
            new JvmParticipant(contender, conditions, rig.measuredMs(), rig.ttlMs());
    }

    private void play(final String contender, final int round) throws IOException
    {
        final Participant participant = participants.get(contender);
        final int last = conditions.nodes() - 1;
        try
        {
            participant.open(uris(), trust());
            if (round == 1)
            {
                final long cycles = participant.warmUp(rig.sliceMs(), rig.warmupCycles(), rig.warmupMostMs());
                rig.note(String.format("%-22s %-27s -  %d cycles to warm up",
                    conditions.scenario(), contender, cycles));
            }
            switch (conditions.fault())
            {
                case DOWN:
                    measure(participant, contender, HEALTHY, round);
                    farm.server(last).kill();
                    measure(participant, contender, "", round);
                    break;

                case SLOW:
                    measure(participant, contender, HEALTHY, round);
                    farm.delay(SLOW);
                    measure(participant, contender, "", round);
                    break;

                default:
                    measure(participant, contender, "", round);
                    break;
            }
        }
        catch (final IllegalStateException ex)
        {
            // One that breaks must not take the figures of the others with it.
            failed(contender, round, ex);
        }
        finally
        {
            leave(contender, round);
            farm.mend();
        }
    }

    private void leave(final String contender, final int round)
    {
        try
        {
            participants.get(contender).leave();
        }
        catch (final IllegalStateException ex)
        {
            failed(contender, round, ex);
        }
    }

    private void failed(final String contender, final int round, final IllegalStateException ex)
    {
        rig.failed(conditions.scenario() + ", " + contender + ", round " + round + ": " + ex.getMessage());
    }

    private List<String> uris() throws IOException
    {
        if (conditions.fault() == Case.Fault.SLOW)
        {
            return farm.urisWithProxy(conditions.nodes());
        }

        return switch (conditions.wire())
        {
            case UNIX -> farm.unixUris(conditions.nodes());
            case TLS -> farm.tlsUris(conditions.nodes());
            default -> farm.uris(conditions.nodes());
        };
    }

    private String trust()
    {
        return conditions.wire() == Case.Wire.TLS ? farm.trust().toString() : "";
    }

    private void measure(final Participant participant, final String contender, final String suffix,
        final int round) throws IOException
    {
        final String scenario = conditions.scenario() + suffix;
        final Path hgrm = results.hgrm(scenario, contender, round);
        final Participant.Measured measured =
            participant.measure(rig.warmupMs(round), hgrm.toAbsolutePath().toString());

        final Map<String, Object> row = Results.row(
            scenario, contender, round, conditions.nodes(), conditions.parameters(rig.ttlMs()));
        row.putAll(measured.figures());
        results.add(row);
        rig.say(String.format("%-22s %-27s %d  %s", scenario, contender, round, measured.text()));
        rig.measured();
    }
}
