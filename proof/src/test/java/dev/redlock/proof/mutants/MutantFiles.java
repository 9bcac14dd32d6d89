// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The planted bugs on file. A file begins with lines of the form {@code name: value} ({@code number},
 * {@code bug}, {@code breaks}, {@code found-by}, {@code envelope} if it is not inside; {@code why} is for
 * people). Then come the changes: the line {@code in: file}, the line {@code find:} and the original, the
 * line {@code plant:} and its replacement, the line {@code end}.
 */
final class MutantFiles
{
    private static final String FOLDER = "proof/src/test/mutants";
    private static final String FOUND_BY = "found-by: ";

    private MutantFiles()
    {
    }

    /**
     * Reads all.
     *
     * @return in the order of their numbers.
     */
    static List<Mutant> all()
    {
        return files().stream().map((file) -> parse(Project.read(file)))
            .sorted(Comparator.comparingInt(Mutant::number)).toList();
    }

    /**
     * Notes which history has found a bug, in its file.
     */
    static void note(final Mutant mutant, final long seed)
    {
        for (final String file : files())
        {
            final String text = Project.read(file);
            if (text.startsWith("number: " + mutant.number() + "\n"))
            {
                Project.write(file, text.replace(FOUND_BY + mutant.seed() + "\n", FOUND_BY + seed + "\n"));
            }
        }
    }

    static Mutant parse(final String text)
    {
        final Map<String, String> head = new HashMap<>();
        final List<Edit> edits = new ArrayList<>();
        final Iterator<String> lines = text.lines().iterator();
        while (lines.hasNext())
        {
            final String line = lines.next();
            final int colon = line.indexOf(": ");
            if (line.startsWith("in: "))
            {
                edits.add(edit(line.substring(colon + 2), lines));
            }
            else if (colon > 0)
            {
                head.put(line.substring(0, colon), line.substring(colon + 2));
            }
        }

        return new Mutant(Integer.parseInt(head.get("number")), head.get("bug"),
            List.of(head.get("breaks").split(" ")), Long.parseLong(head.get("found-by")),
            head.getOrDefault("envelope", "inside"), List.copyOf(edits));
    }

    private static Edit edit(final String file, final Iterator<String> lines)
    {
        final String first = lines.next();
        if (!first.equals("find:"))
        {
            throw new IllegalArgumentException("'" + first + "' follows 'in: " + file +
                "' instead of 'find:'");
        }

        return new Edit(file, until("plant:", lines), until("end", lines));
    }

    private static String until(final String end, final Iterator<String> lines)
    {
        final StringBuilder text = new StringBuilder();
        for (String line = lines.next(); !line.equals(end); line = lines.next())
        {
            text.append(line).append('\n');
        }

        return text.toString();
    }

    private static List<String> files()
    {
        try (Stream<Path> paths = Files.list(Project.path(FOLDER)))
        {
            return paths.map((path) -> FOLDER + "/" + path.getFileName()).sorted().toList();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
