// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;

/**
 * Which source file needs which other of its package, as the bytecode has it: nested classes are folded into
 * their file. An edge carries one example of a line that needs the other file.
 */
final class FileGraph
{
    private final SortedMap<String, SortedMap<String, String>> edges = new TreeMap<>();

    static FileGraph of(final Iterable<JavaClass> classes)
    {
        final FileGraph graph = new FileGraph();
        for (final JavaClass from : classes)
        {
            for (final Dependency dependency : from.getDirectDependenciesFromSelf())
            {
                final JavaClass to = dependency.getTargetClass().getBaseComponentType();
                if (to.getPackageName().equals(from.getPackageName()))
                {
                    graph.add(fileOf(from), fileOf(to), dependency.getDescription());
                }
            }
        }

        return graph;
    }

    private static String fileOf(final JavaClass javaClass)
    {
        final String name = javaClass.getFullName();
        final int nested = name.indexOf('$');

        return nested < 0 ? name : name.substring(0, nested);
    }

    void add(final String from, final String to, final String example)
    {
        if (!from.equals(to))
        {
            edges.computeIfAbsent(from, (file) -> new TreeMap<>()).putIfAbsent(to, example);
            edges.computeIfAbsent(to, (file) -> new TreeMap<>());
        }
    }

    /**
     * All circles: sets of files, each of which needs all others, directly or not.
     */
    List<SortedSet<String>> circles()
    {
        return new Tarjan().circles;
    }

    /**
     * A shortest way around through one of the files of a circle, an example for each step.
     */
    String wayAround(final SortedSet<String> circle)
    {
        final String start = circle.first();
        final Map<String, String> cameFrom = new HashMap<>();
        final Deque<String> reached = new ArrayDeque<>(List.of(start));
        while (!cameFrom.containsKey(start))
        {
            final String file = reached.remove();
            for (final String next : edges.get(file).keySet())
            {
                if (circle.contains(next) && cameFrom.putIfAbsent(next, file) == null)
                {
                    reached.add(next);
                }
            }
        }

        final List<String> steps = new ArrayList<>();
        String to = start;
        do
        {
            final String from = cameFrom.get(to);
            steps.add(from + " -> " + to + ": " + edges.get(from).get(to));
            to = from;
        }
        while (!to.equals(start));
        Collections.reverse(steps);

        return String.join("\n", steps);
    }

    /*
     * Strongly connected components, as R. Tarjan finds them (SIAM J. Comput. 1, 1972).
     */
    private final class Tarjan
    {
        private final List<SortedSet<String>> circles = new ArrayList<>();
        private final Map<String, Integer> order = new HashMap<>();
        private final Map<String, Integer> lowest = new HashMap<>();
        private final Deque<String> open = new ArrayDeque<>();

        Tarjan()
        {
            for (final String file : edges.keySet())
            {
                if (!order.containsKey(file))
                {
                    visit(file);
                }
            }
        }

        private void visit(final String file)
        {
            order.put(file, order.size());
            lowest.put(file, order.get(file));
            open.push(file);
            for (final String next : edges.get(file).keySet())
            {
                if (!order.containsKey(next))
                {
                    visit(next);
                    lowest.merge(file, lowest.get(next), Math::min);
                }
                else if (open.contains(next))
                {
                    lowest.merge(file, order.get(next), Math::min);
                }
            }

            if (lowest.get(file).equals(order.get(file)))
            {
                final SortedSet<String> circle = new TreeSet<>();
                while (!circle.contains(file))
                {
                    circle.add(open.pop());
                }
                if (circle.size() > 1)
                {
                    circles.add(circle);
                }
            }
        }
    }
}
