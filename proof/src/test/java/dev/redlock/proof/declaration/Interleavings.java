// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.declaration;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

import dev.redlock.admission.marker.Deployment;
import dev.redlock.admission.marker.Marker;
import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.MemoryNode;

/**
 * All orders in which the steps of some processes can follow each other on nodes in memory. What must hold is
 * looked at after every step: whoever is killed does nothing more, and that is one of the orders, too.
 */
final class Interleavings
{
    private static final byte[] KEY = DeclaringProcess.KEY;

    private final MemoryNetwork network;
    private final List<DeclaringProcess> processes;
    private final Set<State> seen = new HashSet<>();
    private final Set<String> ends = new TreeSet<>();
    private final Map<String, Optional<Marker>> parsed = new HashMap<>();
    private long winners;

    /**
     * Where all are.
     *
     * @param answers that each process has got.
     * @param markers of the nodes; "" for none.
     * @param used    a bit for each node that may have been used with the declaration that it has.
     * @param owing   a bit for each node that was emptied after it may have been used, or then came to
     *                another declaration: locks of before may still be held.
     */
    private record State(List<List<String>> answers, List<String> markers, int used, int owing)
    {
    }

    Interleavings(final MemoryNetwork network, final List<DeclaringProcess> processes)
    {
        this.network = network;
        this.processes = processes;
    }

    /**
     * Goes through all of them.
     *
     * @return null if all was well; otherwise what was not, with the way there.
     */
    String complaint()
    {
        final Deque<State> open = new ArrayDeque<>();
        final List<String> markers = markers();
        final List<List<String>> none = processes.stream().map(process -> List.<String>of()).toList();
        reach(new State(none, markers, used(markers, 0), 0), open);
        while (!open.isEmpty())
        {
            final State state = open.removeLast();
            final String wrong = wrong(state);
            if (wrong != null)
            {
                return wrong + ", after " + state.answers();
            }
            for (int i = 0; i < processes.size(); i++)
            {
                final DeclaringProcess.Step step = processes.get(i).after(state.answers().get(i));
                if (step.isEnd())
                {
                    ends.add(i + ": " + step.words().get(0));
                }
                else
                {
                    reach(next(state, i, step), open);
                }
            }
        }

        return null;
    }

    /**
     * How processes have ended, each after its number.
     */
    Set<String> ends()
    {
        return ends;
    }

    /**
     * How many situations were seen.
     */
    int states()
    {
        return seen.size();
    }

    /**
     * In how many of them some list had a quorum.
     */
    long winners()
    {
        return winners;
    }

    private void reach(final State state, final Deque<State> open)
    {
        if (seen.add(state))
        {
            open.add(state);
        }
    }

    private State next(final State state, final int process, final DeclaringProcess.Step step)
    {
        for (int i = 0; i < network.nodeCount(); i++)
        {
            final MemoryNode node = network.node(i);
            final String marker = state.markers().get(i);
            if (marker.isEmpty())
            {
                node.delete(KEY);
            }
            else
            {
                node.put(KEY, marker.getBytes(UTF_8));
            }
        }
        final List<List<String>> answers = new ArrayList<>(state.answers());
        final List<String> mine = new ArrayList<>(answers.get(process));
        mine.add(DeclaringProcess.execute(network, step));
        answers.set(process, mine);

        final List<String> markers = markers();
        int owing = state.owing();
        int used = state.used();
        for (int i = 0; i < markers.size(); i++)
        {
            final Marker before = marker(state.markers(), i);
            final Marker now = marker(markers, i);
            final boolean isAnother = now == null ? before != null :
                before != null && !declaration(now).equals(declaration(before));
            if (isAnother && (used & 1 << i) != 0)
            {
                owing |= 1 << i;
                used &= ~(1 << i);
            }
        }

        return new State(answers, markers, used(markers, used), owing);
    }

    /*
     * Before a quorum votes nobody has had a lock that a node could forget.
     */
    private int used(final List<String> markers, final int before)
    {
        int used = before;
        for (int i = 0; i < markers.size(); i++)
        {
            final Marker marker = marker(markers, i);
            if (marker != null && marker.isVoting() && IntStream.range(0, markers.size())
                .mapToObj(j -> marker(markers, j)).filter(other -> other != null &&
                    other.deployment().equals(marker.deployment())).count() >= marker.deployment().quorum())
            {
                used |= 1 << i;
            }
        }

        return used;
    }

    private static Deployment declaration(final Marker marker)
    {
        return marker.deployment().in(Deployment.State.VOTING);
    }

    private Marker marker(final List<String> markers, final int node)
    {
        return parsed.computeIfAbsent(
            markers.get(node), text -> Optional.ofNullable(Marker.parse(text.getBytes(UTF_8)))).orElse(null);
    }

    private List<String> markers()
    {
        final List<String> markers = new ArrayList<>();
        for (int i = 0; i < network.nodeCount(); i++)
        {
            final byte[] value = network.node(i).value(KEY);
            markers.add(value == null ? "" : new String(value, UTF_8));
        }

        return markers;
    }

    /*
     * A client accepts nodes of one declaration, with seats of their own. As a node has one marker, the
     * quorums of two declarations are disjoint; those of one are if it is on more nodes than it has seats.
     */
    private String wrong(final State state)
    {
        final Map<Deployment, Set<String>> seats = new HashMap<>();
        for (int i = 0; i < network.nodeCount(); i++)
        {
            final Marker marker = marker(state.markers(), i);
            if (marker != null && marker.isVoting())
            {
                if (!seats.computeIfAbsent(marker.deployment(), any -> new HashSet<>()).add(marker.seat()))
                {
                    return "I1 two nodes with one seat: " + state.markers();
                }
                if ((state.owing() & 1 << i) != 0 && marker.born().equals(Marker.Birth.BEFORE_USE))
                {
                    return "I1 a node votes at once whose locks of before may be held: " + state.markers();
                }
            }
        }
        final long able = seats.entrySet().stream()
            .filter(entry -> entry.getValue().size() >= entry.getKey().quorum()).count();
        winners += able > 0 ? 1 : 0;

        return able > 1 || seats.keySet().stream().anyMatch(one -> seats.get(one).size() > one.nodes()) ?
            "I1 two lists have disjoint quorums: " + state.markers() : null;
    }
}
