// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.redlock.bench.results.raw.Figure;
import dev.redlock.bench.results.raw.Folder;
import dev.redlock.bench.results.raw.Group;
import dev.redlock.bench.results.raw.Numbers;

/**
 * Where we lose against a peer, as the data have it.
 */
final class Losses
{
    private static final List<Figure> FIGURES = List.of(Figure.ACQUIRE_P50, Figure.ACQUIRE_P99,
        Figure.ACQUIRE_P999, Figure.CYCLE_P50, Figure.CYCLE_P99, Figure.CYCLES_PER_SECOND,
        Figure.HAND_OVERS_PER_SECOND, Figure.LONGEST_WAIT, Figure.BYTES_PER_CYCLE, Figure.CPU_PER_CYCLE,
        Figure.FAILURES, Figure.MISSED);

    /**
     * A comparison that we lose: in every round, or because we failed and the peer did not.
     *
     * @param ours   contender.
     * @param peer   contender.
     * @param figure that is worse.
     */
    record Loss(Group ours, Group peer, Figure figure)
    {
        String text()
        {
            if (isCount(figure))
            {
                final String failedAs = figure == Figure.FAILURES ? ours.failedAs() : "";

                return figure.text(ours.sum(figure)) + " against none" +
                    (failedAs.isEmpty() ? "" : " (" + failedAs + ")");
            }

            return Numbers.ratio(ours.ratio(figure, peer)) + " × (" + figure.text(ours.median(figure)) +
                " against " + figure.text(peer.median(figure)) + ")";
        }
    }

    private Losses()
    {
    }

    /**
     * All losses but those against the floors, which are no locks. A difference that changes its sign from
     * round to round is none; but what fails once has failed, so failures count in whichever round.
     */
    static List<Loss> of(final Folder folder)
    {
        final List<Loss> losses = new ArrayList<>();
        for (final String scenario : folder.scenarios())
        {
            final List<Group> groups = folder.of(scenario);
            groups.stream().filter(Group::isOurs).forEach(ours ->
                groups.stream().filter(peer -> !peer.isOurs() && !peer.isFloor()).forEach(peer ->
                    FIGURES.stream().filter(figure -> isWorse(ours, peer, figure))
                        .forEach(figure -> losses.add(new Loss(ours, peer, figure)))));
        }

        return losses;
    }

    private static boolean isCount(final Figure figure)
    {
        return figure == Figure.FAILURES || figure == Figure.MISSED;
    }

    private static boolean isWorse(final Group ours, final Group peer, final Figure figure)
    {
        if (isCount(figure))
        {
            return ours.sum(figure) > 0 && peer.sum(figure) == 0;
        }
        final double[] ratios = ours.ratios(figure, peer, figure);

        return ratios.length > 0 &&
            Arrays.stream(ratios).allMatch(ratio -> figure.isLessBetter() ? ratio > 1 : ratio < 1);
    }
}
