// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoneOnTest
{
    private static final Map<String, Object> SETTINGS = Map.of("rounds", 5);

    @TempDir
    private Path folder;

    @Test
    void shouldAddToWhatAnEarlierRunHasMeasured() throws IOException
    {
        final Results begun = Results.begun(folder, SETTINGS, "rig", environment("noon", "1111111"));
        begun.add(row("a", 0));
        begun.add(row("b", 0));

        Results.goneOn(folder, SETTINGS, "rig --add", environment("one", "2222222")).add(row("c", 1));

        assertThat(json("rig.json").getAsJsonArray("rows"))
            .extracting((row) -> row.getAsJsonObject().get("scenario").getAsString() +
                row.getAsJsonObject().get("failures")).containsExactly("a0", "b0", "c1");
        assertThat(folder.resolve("command.txt")).hasContent("rig\nrig --add");
        assertThat(json("environment.json").get("commit").getAsString()).isEqualTo("1111111");
        assertThat(json("environment.json").get("added one").getAsString())
            .startsWith("commit 2222222, dirty false, server redis_version:7").endsWith("rig --add");
    }

    @Test
    void shouldRefuseToMixFiguresOfDifferentSettings() throws IOException
    {
        Results.begun(folder, SETTINGS, "rig", environment("noon", "1111111")).add(row("a", 0));

        assertThatIllegalArgumentException().isThrownBy(() ->
            Results.goneOn(folder, Map.of("rounds", 7), "rig", environment("one", "1111111")))
            .withMessageContaining("other settings").withMessageContaining("\"rounds\":7");
    }

    @Test
    void shouldKeepTheDistributionOfTheMedianRound() throws IOException
    {
        final Results results = Results.begun(folder, SETTINGS, "rig", environment("noon", "1111111"));
        for (int round = 1; round <= 3; round++)
        {
            Files.writeString(results.hgrm("a", "ours", round), "of round " + round);
            final Map<String, Object> row = Results.row("a", "ours", round, 5, Map.of());
            row.put("acquire", Map.of("p50_us", List.of(20, 30, 10).get(round - 1)));
            results.add(row);
        }

        assertThat(folder.resolve("hdr/a_ours.hgrm")).hasContent("of round 1");
    }

    private static Map<String, Object> row(final String scenario, final int failures)
    {
        final Map<String, Object> row = Results.row(scenario, "ours", 1, 5, Map.of());
        row.put("failures", failures);

        return row;
    }

    private static Map<String, Object> environment(final String started, final String commit)
    {
        return Map.of("started", started, "commit", commit, "dirty", false, "server", "redis_version:7",
            "load_before", "0.1");
    }

    private JsonObject json(final String name) throws IOException
    {
        return JsonParser.parseString(Files.readString(folder.resolve(name))).getAsJsonObject();
    }
}
