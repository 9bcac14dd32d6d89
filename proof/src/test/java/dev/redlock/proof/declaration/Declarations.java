// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.declaration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.redlock.admission.Admission;
import dev.redlock.admission.login.ClientLabel;
import dev.redlock.admission.marker.Marker;
import dev.redlock.runtime.declaration.DeclarationDesk;
import dev.redlock.runtime.declaration.NodeQuestions;
import dev.redlock.spi.Answer;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.test.memory.MemoryNetwork;

/**
 * Who declares what at the same time, of five nodes in memory.
 */
public enum Declarations
{
    /**
     * Two lists that share one fresh node, and the first of them once more, for nodes without markers.
     */
    TWO_FRESH_LISTS
    {
        @Override
        void begin()
        {
            operator(FIRST, FRESH);
            operator(SECOND, FRESH);
            operator(FIRST, IN_USE);
        }
    },

    /**
     * The same, where the shared node comes first.
     */
    SHARED_NODE_FIRST
    {
        @Override
        void begin()
        {
            operator(List.of(2, 1, 0), FRESH);
            operator(List.of(2, 4, 3), IN_USE);
            operator(List.of(2, 0, 1), IN_USE);
        }
    },

    /**
     * Two lists that share two nodes, and a third that shares nodes with both.
     */
    THREE_FRESH_LISTS
    {
        @Override
        void begin()
        {
            operator(FIRST, FRESH);
            operator(List.of(3, 2, 1), IN_USE);
            operator(SECOND, FRESH);
        }
    },

    /**
     * A member was emptied: it is repaired by an operator and by a client that knew it, while somebody
     * declares another list.
     */
    REPAIR
    {
        @Override
        void begin()
        {
            now(FIRST, FRESH);
            client(0);
            network.node(0).flushAll();
            operator(FIRST, IN_USE);
            refused.add(operator(SECOND, IN_USE));
        }
    },

    /**
     * A member that is emptied at any time, and may be used before.
     */
    EMPTIED_MEANWHILE
    {
        @Override
        void begin()
        {
            operator(FIRST, FRESH);
            operator(FIRST, FRESH);
            operator(SECOND, IN_USE);
            processes.add(new DeclaringProcess(questions -> questions.ask(0, "FLUSHALL")));
        }
    },

    /**
     * A list is retired while a member is repaired, and another takes its node.
     */
    RETIRED
    {
        @Override
        void begin()
        {
            now(FIRST, FRESH);
            network.node(1).flushAll();
            operator(FIRST, RETIRE);
            operator(SECOND, IN_USE);
            operator(FIRST, IN_USE);
        }
    },

    /**
     * A list whose client may write the marker of a member again is retired, and one of the first is declared
     * again.
     */
    RETIRED_AND_DECLARED_AGAIN
    {
        @Override
        void begin()
        {
            now(FIRST, FRESH);
            client(0);
            network.node(0).flushAll();
            operator(FIRST, RETIRE);
            operator(SECOND, IN_USE);
        }
    },

    /**
     * A list is retired while one of its nodes is away, and another list takes the other two. One of these is
     * emptied at any time, and found so by a client of the first list, which may have missed all that.
     */
    EMPTIED_AFTER_RETIREMENT
    {
        @Override
        void begin()
        {
            now(FIRST, FRESH);
            client(0);
            processes.add(retiringWithoutThird().then(
                DeclaringProcess.operator(processes.size(), network, List.of(0, 1, 3), IN_USE)));
            processes.add(new DeclaringProcess(questions -> questions.ask(0, "FLUSHALL")));
        }
    },

    /**
     * A member is emptied, found so by a client, retired with its list while another node is away, and
     * emptied once more while a second list takes the third node.
     */
    EMPTIED_TWICE
    {
        @Override
        void begin()
        {
            now(FIRST, FRESH);
            client(0);
            network.node(0).flushAll();
            processes.add(retiringWithoutThird());
            operator(List.of(1, 3, 4), IN_USE);
            processes.add(new DeclaringProcess(questions -> questions.ask(0, "FLUSHALL")));
        }
    },

    /**
     * A list was retired while one of its nodes was away, and another list has got one of the others. Those
     * who retire or repair the first one now are refused, while a member is emptied, and found so by a client
     * of that list, which has missed all that.
     */
    RETIRED_ONCE_MORE
    {
        @Override
        void begin()
        {
            now(FIRST, FRESH);
            client(0);
            now(retiringWithoutThird());
            now(List.of(1, 3, 4), IN_USE);
            refused.add(operator(FIRST, RETIRE));
            refused.add(operator(FIRST, IN_USE));
            processes.add(new DeclaringProcess(questions -> questions.ask(0, "FLUSHALL")));
        }
    };

    private static final String KEY = Marker.NAME;
    private static final List<Integer> FIRST = List.of(0, 1, 2);
    private static final List<Integer> SECOND = List.of(2, 3, 4);
    private static final Consumer<DeclarationDesk> FRESH = desk -> desk.declareOnce(false);
    private static final Consumer<DeclarationDesk> IN_USE = desk -> desk.declareOnce(true);
    private static final Consumer<DeclarationDesk> RETIRE = DeclarationDesk::retire;

    MemoryNetwork network;
    List<DeclaringProcess> processes;

    /**
     * The processes that can never come to their end.
     */
    Set<Integer> refused;

    abstract void begin();

    /**
     * Goes through all that can happen.
     *
     * @return what was seen.
     */
    Interleavings all()
    {
        prepare();

        return new Interleavings(network, processes);
    }

    void prepare()
    {
        network = MemoryNetwork.ofNodes(5, 1);
        network.teachLocks();
        processes = new ArrayList<>();
        refused = new HashSet<>();
        begin();
    }

    /**
     * For planted bugs.
     *
     * @param seed     of which this follows.
     * @param envelope {@code declaring} for all orders, {@code held-up} for what is too long for that.
     * @return null if all was well; otherwise begins with the name of the invariant that was broken.
     */
    public static String complaint(final long seed, final String envelope)
    {
        return envelope.equals("declaring") ? of(values(), seed).all().complaint() :
            of(HeldUp.values(), seed).all().complaint();
    }

    private static <T> T of(final T[] ways, final long seed)
    {
        return ways[(int)Math.floorMod(seed, (long)ways.length)];
    }

    int operator(final List<Integer> indexes, final Consumer<DeclarationDesk> what)
    {
        processes.add(DeclaringProcess.operator(processes.size(), network, indexes, what));

        return processes.size() - 1;
    }

    DeclaringProcess retiringWithoutThird()
    {
        return DeclaringProcess.operator(-2, network, FIRST, (node, command) -> node == 2, RETIRE);
    }

    /**
     * Before all else, to its end.
     */
    void now(final List<Integer> indexes, final Consumer<DeclarationDesk> what)
    {
        now(DeclaringProcess.operator(-1, network, indexes, what));
    }

    void now(final DeclaringProcess process)
    {
        process.run(network, new ArrayList<>(), Integer.MAX_VALUE);
    }

    /**
     * A client of the first list knows its nodes, and finds one emptied on its next connection. It asks the
     * others, as heartbeats do, and connects once more; and so again for what it has begun to write then.
     */
    void client(final int emptied)
    {
        processes.add(client(network, FIRST.size(), emptied));
    }

    /**
     * The same, of a list of the first nodes.
     */
    static DeclaringProcess client(final MemoryNetwork network, final int nodeCount, final int emptied)
    {
        final List<NodeAddress> nodes =
            IntStream.range(0, nodeCount).mapToObj(i -> network.node(i).address()).toList();
        final List<String> markers = IntStream.range(0, nodeCount)
            .mapToObj(i -> new String(network.node(i).value(DeclaringProcess.KEY))).toList();

        return new DeclaringProcess(questions ->
        {
            final Admission admission = new Admission(nodes, List.of(), new ClientLabel("client", "1"), null,
                DeclaringProcess.rule(nodeCount, () -> 1), false);
            for (int i = 0; i < markers.size(); i++)
            {
                final String marker = markers.get(i);
                converse(admission.begin(i, false), i, (index, words) ->
                    words[0].equals("GET") ? Answer.text(marker.getBytes()) : network.node(index).ask(words));
                admission.onUp(i);
            }
            final NodeQuestions aboutMarkers = (index, words) ->
                List.of("GET", "SET", "EVAL").contains(words[0]) ? questions.ask(index, words) :
                    network.node(index).ask(words);
            admission.onDown(emptied, 0);
            converse(admission.begin(emptied, false), emptied, aboutMarkers);
            for (int nowNs = 1; nowNs < 5; nowNs += 2)
            {
                admission.onDown(emptied, nowNs);
                for (int i = 0; i < markers.size(); i++)
                {
                    if (i != emptied && markers.get(i).equals(questions.ask(i, "GET", KEY).text()))
                    {
                        admission.onMarkerKept(i, nowNs + 1);
                    }
                }
                converse(admission.begin(emptied, false), emptied, aboutMarkers);
            }
        });
    }

    private static void converse(
        final Dialogue dialogue, final int node, final NodeQuestions questions)
    {
        for (byte[][] command = dialogue.next(); command != null; command = dialogue.next())
        {
            final String[] words = new String[command.length];
            for (int i = 0; i < words.length; i++)
            {
                words[i] = new String(command[i]);
            }
            dialogue.onAnswer(questions.ask(node, words));
        }
    }
}
