// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

import dev.redlock.bench.results.raw.Figure;
import dev.redlock.bench.results.raw.Row;

/**
 * A folder of results as it grows. It keeps the rows of all rounds, but only one distribution of a contender
 * in a scenario: that of the round whose acquire p50 is the median. A temporary directory has those of all.
 */
final class Results
{
    private static final String HDR = "hdr";
    private static final String ROWS = "rig.json";
    private static final String COMMAND = "command.txt";
    private static final String ENVIRONMENT = "environment.json";

    private final List<Row> rows = new ArrayList<>();
    private final Path folder;
    private final Path rounds;
    private final JsonElement settings;

    private Results(final Path folder, final Map<String, Object> settings) throws IOException
    {
        this.folder = folder;
        this.settings = RigJson.tree(settings);
        Files.createDirectories(folder.resolve(HDR));
        rounds = Files.createTempDirectory("rig-rounds");
    }

    /**
     * Begins a folder; what an earlier run has left there is written over.
     */
    static Results begun(final Path folder, final Map<String, Object> settings, final String command,
        final Map<String, Object> environment) throws IOException
    {
        final Results results = new Results(folder, settings);
        results.write(COMMAND, command + "\n");
        results.write(ENVIRONMENT, RigJson.line(environment) + "\n");

        return results;
    }

    /**
     * Goes on with the folder of an earlier run: its rows stay, and its environment says what was added when,
     * and from which commit.
     *
     * @throws IllegalArgumentException if the earlier run had other settings.
     */
    static Results goneOn(final Path folder, final Map<String, Object> settings, final String command,
        final Map<String, Object> environment) throws IOException
    {
        final Results results = new Results(folder, settings);
        final JsonObject earlier = JsonParser.parseString(results.read(ROWS)).getAsJsonObject();
        if (!earlier.get("settings").equals(results.settings))
        {
            throw new IllegalArgumentException("the run in " + folder + " had other settings: " +
                earlier.get("settings") + " where now " + results.settings +
                ". Give the same, or another folder");
        }

        earlier.getAsJsonArray("rows").forEach((row) -> results.rows.add(Row.of(row.getAsJsonObject())));
        results.write(COMMAND, results.read(COMMAND) + command + "\n");
        final JsonObject place = JsonParser.parseString(results.read(ENVIRONMENT)).getAsJsonObject();
        place.addProperty("added " + environment.get("started"), "commit " + environment.get("commit") +
            ", dirty " + environment.get("dirty") + ", server " + environment.get("server") +
            ", load before " + environment.get("load_before") + ": " + command);
        results.write(ENVIRONMENT, RigJson.line(place) + "\n");

        return results;
    }

    /**
     * Where the distributions of all rounds are.
     */
    Path rounds()
    {
        return rounds;
    }

    /**
     * The file for the distribution of one round.
     */
    Path hgrm(final String scenario, final String contender, final int round)
    {
        return rounds.resolve(String.format(Locale.ROOT, "%s_%s_r%d.hgrm", scenario, contender, round));
    }

    /**
     * The beginning of a row.
     */
    static Map<String, Object> row(final String scenario, final String contender, final int round,
        final int nodes, final Map<String, Object> parameters)
    {
        final Map<String, Object> row = new LinkedHashMap<>();
        row.put("scenario", scenario);
        row.put("contender", contender);
        row.put("round", round);
        row.put("nodes", nodes);
        row.put("parameters", parameters);

        return row;
    }

    /**
     * Adds a row; what is there already is written again, so that an interrupted run loses nothing.
     *
     * @param json as it was begun, with its figures.
     */
    void add(final Map<String, ?> json) throws IOException
    {
        final Row added = Row.of(RigJson.tree(json).getAsJsonObject());
        rows.add(added);
        write(ROWS, rows.stream().map((row) -> RigJson.line(row.json())).collect(Collectors.joining(
            ",\n", "{\"settings\":" + RigJson.line(settings) + ",\n\"rows\":[\n", "\n]}\n")));
        keepMedian(added.scenario(), added.contender());
    }

    private void keepMedian(final String scenario, final String contender) throws IOException
    {
        final List<Path> byP50 = rows.stream()
            .filter((row) -> row.scenario().equals(scenario) && row.contender().equals(contender))
            .filter((row) -> !Double.isNaN(row.value(Figure.ACQUIRE_P50)))
            .sorted(Comparator.comparingDouble((row) -> row.value(Figure.ACQUIRE_P50)))
            .map((row) -> hgrm(scenario, contender, row.round())).filter(Files::exists).toList();
        if (!byP50.isEmpty())
        {
            Files.copy(byP50.get((byP50.size() - 1) / 2),
                folder.resolve(HDR).resolve(scenario + "_" + contender + ".hgrm"),
                StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private String read(final String name) throws IOException
    {
        return Files.readString(folder.resolve(name));
    }

    private void write(final String name, final String text) throws IOException
    {
        Files.writeString(folder.resolve(name), text);
    }
}
