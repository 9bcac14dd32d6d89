// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
        final List<SortedSet<String>> circles = new ArrayList<>();
        for (final String file : edges.keySet())
        {
            final SortedSet<String> circle = new TreeSet<>(reachedFrom(file));
            circle.removeIf((other) -> !reachedFrom(other).contains(file));
            if (!circle.isEmpty() && circle.first().equals(file))
            {
                circles.add(circle);
            }
        }

        return circles;
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

    private Set<String> reachedFrom(final String file)
    {
        final Set<String> reached = new HashSet<>();
        final Deque<String> open = new ArrayDeque<>(List.of(file));
        while (!open.isEmpty())
        {
            edges.get(open.pop()).keySet().stream().filter(reached::add).forEach(open::push);
        }

        return reached;
    }
}
