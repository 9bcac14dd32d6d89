// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results.raw;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * The raw data of one run of the benchmarks.
 */
public final class Folder
{
    public static final String LOSSES = "losses.md";

    private final Path path;
    private final String command;
    private final JsonObject environment;
    private final JsonObject settings;
    private final List<Group> groups;
    private final JsonArray jmh;
    private final String losses;

    private Folder(final Path path) throws IOException
    {
        this.path = path;
        command = Files.readString(path.resolve("command.txt"), UTF_8).strip();
        environment = json(path.resolve("environment.json")).getAsJsonObject();
        final JsonObject rig = json(path.resolve("rig.json")).getAsJsonObject();
        settings = rig.getAsJsonObject("settings");
        groups = group(rig.getAsJsonArray("rows"));
        final Path ofJmh = path.resolve("jmh.json");
        jmh = Files.exists(ofJmh) ? json(ofJmh).getAsJsonArray() : null;
        final Path ofLosses = path.resolve(LOSSES);
        losses = Files.exists(ofLosses) ? Files.readString(ofLosses, UTF_8) : null;
    }

    public static Folder read(final Path path) throws IOException
    {
        return new Folder(path);
    }

    /**
     * All folders in the directory of results, newest first.
     */
    public static List<Folder> all(final Path results) throws IOException
    {
        final List<Folder> folders = new ArrayList<>();
        try (Stream<Path> paths = Files.list(results))
        {
            for (final Path path :
                (Iterable<Path>)paths.filter(p -> Files.exists(p.resolve("rig.json")))::iterator)
            {
                folders.add(read(path));
            }
        }
        folders.sort(Comparator.comparing(Folder::age).reversed());

        return folders;
    }

    private String age()
    {
        final JsonElement started = environment.get("started");

        return name().split("_")[0] + " " + (started == null ? "" : started.getAsString()) + " " + name();
    }

    public Path path()
    {
        return path;
    }

    /**
     * Where we lose, and why, in sentences that somebody wrote for these data; empty if nobody has. Each
     * scenario in which the data have a loss must be named.
     */
    public Optional<String> losses()
    {
        return Optional.ofNullable(losses);
    }

    public String name()
    {
        return path.getFileName().toString();
    }

    public String command()
    {
        return command;
    }

    public JsonObject environment()
    {
        return environment;
    }

    public JsonObject settings()
    {
        return settings;
    }

    /**
     * Scenarios in the order in which the rig wrote them.
     */
    public List<String> scenarios()
    {
        return groups.stream().map(Group::scenario).distinct().toList();
    }

    public List<Group> of(final String scenario)
    {
        return groups.stream().filter(group -> group.scenario().equals(scenario)).toList();
    }

    public Optional<Group> of(final String scenario, final String contender)
    {
        return of(scenario).stream().filter(group -> group.contender().equals(contender)).findFirst();
    }

    /**
     * How long acquiring took in the round with the median p50, cycles that missed the rate of an open loop
     * among them; empty if nothing was recorded.
     */
    public PercentileTable percentiles(final Group group) throws IOException
    {
        final Path file = path.resolve("hdr").resolve(group.scenario() + "_" + group.contender() + ".hgrm");

        return Files.exists(file) ? PercentileTable.read(file) : new PercentileTable(new TreeMap<>());
    }

    /**
     * What ratios refer to: the program in C, or where it did not run the same frames in Java.
     */
    public Optional<Group> floor(final String scenario)
    {
        return of(scenario, "floor-c").or(() -> of(scenario, "floor-java"));
    }

    public int rounds()
    {
        return groups.stream().flatMap(group -> group.rows().stream()).mapToInt(Row::round).max().orElse(0);
    }

    /**
     * Raw output of JMH; empty if this run has none.
     */
    public Optional<JsonArray> jmh()
    {
        return Optional.ofNullable(jmh);
    }

    private static List<Group> group(final JsonArray json)
    {
        final Map<String, Group> groups = new LinkedHashMap<>();
        for (final JsonElement element : json)
        {
            final Row row = Row.of(element.getAsJsonObject());
            groups.computeIfAbsent(row.scenario() + "|" + row.contender(), unused ->
                new Group(row.scenario(), row.contender(), new ArrayList<>())).rows().add(row);
        }

        return List.copyOf(groups.values());
    }

    private static JsonElement json(final Path file) throws IOException
    {
        return JsonParser.parseString(Files.readString(file, UTF_8));
    }
}
