// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A folder of results as it grows.
 */
final class Results
{
    private static final String HDR = "hdr";
    private static final String ROWS = "rig.json";
    private static final String COMMAND = "command.txt";
    private static final String ENVIRONMENT = "environment.json";

    private final Path folder;
    private final Map<String, Object> settings;
    private final List<Json.Raw> rows = new ArrayList<>();

    private Results(final Path folder, final Map<String, Object> settings)
    {
        this.folder = folder;
        this.settings = settings;
    }

    /**
     * Begins a folder; what an earlier run has left there is written over.
     */
    static Results begun(
        final Path folder,
        final Map<String, Object> settings,
        final String command,
        final Map<String, Object> environment)
    {
        final Results results = new Results(folder, settings);
        results.makeFolder();
        results.write(COMMAND, command + "\n");
        results.write(ENVIRONMENT, Json.of(environment) + "\n");

        return results;
    }

    /**
     * Goes on with the folder of an earlier run: its rows stay, and its environment says what was added when,
     * and from which commit.
     *
     * @throws IllegalArgumentException if the earlier run had other settings.
     */
    static Results goneOn(
        final Path folder,
        final Map<String, Object> settings,
        final String command,
        final Map<String, Object> environment)
    {
        final Results results = new Results(folder, settings);
        final List<String> lines = results.read(ROWS).lines().toList();
        if (!lines.get(0).equals(results.firstLine()))
        {
            throw new IllegalArgumentException("the run in " + folder + " had other settings: " +
                lines.get(0) + " where now " + results.firstLine() + ". Give the same, or another folder");
        }

        lines.subList(2, lines.size() - 1).forEach((line) -> results.rows.add(
            new Json.Raw(line.endsWith(",") ? line.substring(0, line.length() - 1) : line)));
        results.write(COMMAND, results.read(COMMAND) + command + "\n");
        final Map<String, Object> added = new LinkedHashMap<>();
        added.put("added " + environment.get("started"), "commit " + environment.get("commit") + ", dirty " +
            environment.get("dirty") + ", server " + environment.get("server") + ", load before " +
            environment.get("load_before") + ": " + command);
        results.write(ENVIRONMENT, opened(results.read(ENVIRONMENT).strip()) + "," +
            inner(Json.of(added)) + "}\n");

        return results;
    }

    private void makeFolder()
    {
        try
        {
            Files.createDirectories(folder.resolve(HDR));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot make the folder " + folder, ex);
        }
    }

    /**
     * The file of a distribution.
     */
    Path hgrm(final String scenario, final String contender, final int round)
    {
        return folder.resolve(HDR)
            .resolve(String.format(Locale.ROOT, "%s_%s_r%d_acquire.hgrm", scenario, contender, round));
    }

    /**
     * Marks the distribution of a run that missed its rate: it is kept, and not taken for another.
     *
     * @return the file's new name.
     */
    Path failed(final Path hgrm)
    {
        try
        {
            return Files.move(hgrm, hgrm.resolveSibling(hgrm.getFileName() + ".FAIL"),
                StandardCopyOption.REPLACE_EXISTING);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot rename " + hgrm, ex);
        }
    }

    /**
     * Adds a row; what is there already is written again, so that an interrupted run loses nothing.
     *
     * @param head scenario, contender, round and so on.
     * @param tail figures, a JSON object.
     * @param hgrm file that may have been written.
     */
    void add(final Map<String, Object> head, final String tail, final Path hgrm)
    {
        final Map<String, Object> end = new LinkedHashMap<>();
        end.put("files", Files.exists(hgrm) ? List.of(HDR + "/" + hgrm.getFileName()) : List.of());
        rows.add(new Json.Raw(opened(Json.of(head)) + "," + inner(tail) + "," + closed(Json.of(end))));
        final StringBuilder text = new StringBuilder(firstLine() + "\n\"rows\":[\n");
        for (int i = 0; i < rows.size(); i++)
        {
            text.append(rows.get(i).text()).append(i + 1 < rows.size() ? ",\n" : "\n");
        }
        write(ROWS, text.append("]}\n").toString());
    }

    private String firstLine()
    {
        return "{\"settings\":" + Json.of(settings) + ",";
    }

    private String read(final String name)
    {
        try
        {
            return Files.readString(folder.resolve(name));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot read " + name + " in " + folder, ex);
        }
    }

    private void write(final String name, final String text)
    {
        try
        {
            Files.writeString(folder.resolve(name), text);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot write " + name + " in " + folder, ex);
        }
    }

    private static String opened(final String object)
    {
        return object.substring(0, object.length() - 1);
    }

    private static String closed(final String object)
    {
        return object.substring(1);
    }

    private static String inner(final String object)
    {
        return closed(opened(object));
    }
}
