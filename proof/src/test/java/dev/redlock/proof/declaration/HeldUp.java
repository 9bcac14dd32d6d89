// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.declaration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.redlock.admission.marker.Deployment;
import dev.redlock.admission.marker.Marker;
import dev.redlock.runtime.declaration.DeclarationDesk;
import dev.redlock.test.memory.MemoryNetwork;

/**
 * Two operators who are held up at any two of their steps while others go on: longer ways than {@link
 * Interleavings} can follow to the end.
 */
enum HeldUp
{
    /**
     * Two repair a member, while their list is retired without its third node, another one takes its second
     * node, and the member is emptied once more.
     */
    REPAIRS
    {
        @Override
        MemoryNetwork after(final int first, final int second)
        {
            final List<Integer> list = List.of(0, 1, 2);
            final MemoryNetwork network = declared(5, list);
            network.node(0).flushAll();
            final DeclaringProcess early = DeclaringProcess.operator(5, network, List.of(1, 0, 2), IN_USE);
            final DeclaringProcess late = DeclaringProcess.operator(6, network, list, IN_USE);
            final List<String> toEarly = new ArrayList<>();
            final List<String> toLate = new ArrayList<>();
            late.run(network, toLate, second);
            early.run(network, toEarly, first);
            DeclaringProcess.operator(7, network, list, (node, command) -> node == 2, RETIRE)
                .then(DeclaringProcess.operator(8, network, List.of(1, 3, 4), IN_USE))
                .run(network, new ArrayList<>(), TO_THE_END);
            network.node(0).flushAll();
            late.run(network, toLate, 1);
            early.run(network, toEarly, TO_THE_END);
            late.run(network, toLate, TO_THE_END);

            return network;
        }
    },

    /**
     * Two retire a list of five. What the first writes to three nodes does not arrive; the second stops one
     * of these at any moment of the first. Meanwhile a member is emptied, and a client that knew it writes
     * its marker again. Another list takes what is retired.
     */
    RETIREMENTS
    {
        @Override
        MemoryNetwork after(final int first, final int second)
        {
            final List<Integer> list = List.of(0, 1, 2, 3, 4);
            final MemoryNetwork network = declared(7, list);
            final DeclaringProcess client = Declarations.client(network, list.size(), 1);
            final DeclaringProcess one = DeclaringProcess.operator(2, network, list,
                (node, command) -> node > 1 && command.equals("EVAL"), RETIRE);
            final DeclaringProcess other = DeclaringProcess.operator(3, network, list,
                (node, command) -> node > 2 && command.equals("EVAL"), RETIRE);
            final List<String> toOne = new ArrayList<>();
            final List<String> toOther = new ArrayList<>();
            other.run(network, toOther, second);
            one.run(network, toOne, first);
            network.node(1).flushAll();
            client.run(network, new ArrayList<>(), TO_THE_END);
            other.run(network, toOther, 1);
            one.run(network, toOne, TO_THE_END);
            DeclaringProcess.operator(4, network, List.of(0, 5, 6), IN_USE)
                .run(network, new ArrayList<>(), TO_THE_END);

            return network;
        }
    };

    private static final int STEPS = 20;
    private static final int TO_THE_END = Integer.MAX_VALUE;
    private static final Consumer<DeclarationDesk> IN_USE = desk -> desk.declareOnce(true);
    private static final Consumer<DeclarationDesk> RETIRE = DeclarationDesk::retire;

    /**
     * What became of it.
     *
     * @param complaint null if all was well; otherwise begins with the name of the invariant that was broken.
     * @param moved     how often the second list got a node of the first.
     */
    record Seen(String complaint, int moved)
    {
    }

    abstract MemoryNetwork after(int first, int second);

    /**
     * Goes through all steps of the two.
     */
    Seen all()
    {
        int moved = 0;
        for (int held = 0; held < STEPS * STEPS; held++)
        {
            final Map<Deployment, Long> lists = voting(after(held / STEPS, held % STEPS));
            if (lists.entrySet().stream()
                .filter(list -> list.getValue() >= list.getKey().quorum()).count() > 1)
            {
                return new Seen("I1 two lists have disjoint quorums: " + this + ", held up at " +
                    held / STEPS + " and " + held % STEPS + ", " + lists, moved);
            }
            moved += lists.size() > 1 ? 1 : 0;
        }

        return new Seen(null, moved);
    }

    private static MemoryNetwork declared(final int nodeCount, final List<Integer> list)
    {
        final MemoryNetwork network = MemoryNetwork.ofNodes(nodeCount, 1);
        network.teachLocks();
        DeclaringProcess.operator(1, network, list, desk -> desk.declareOnce(false))
            .run(network, new ArrayList<>(), TO_THE_END);

        return network;
    }

    private static Map<Deployment, Long> voting(final MemoryNetwork network)
    {
        return IntStream.range(0, network.nodeCount())
            .mapToObj(i -> network.node(i).value(DeclaringProcess.KEY))
            .filter(Objects::nonNull).map(Marker::parse).filter(Marker::isVoting)
            .collect(Collectors.groupingBy(Marker::deployment, Collectors.counting()));
    }
}
