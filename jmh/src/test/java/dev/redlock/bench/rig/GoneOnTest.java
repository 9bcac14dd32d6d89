// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        begun.add(Map.of("scenario", "a"), "{\"failures\":0}", folder.resolve("none"));
        begun.add(Map.of("scenario", "b"), "{\"failures\":0}", folder.resolve("none"));

        Results.goneOn(folder, SETTINGS, "rig --add", environment("one", "2222222"))
            .add(Map.of("scenario", "c"), "{\"failures\":1}", folder.resolve("none"));

        assertThat(json("rig.json").get("rows")).hasToString(
            "[{\"scenario\":\"a\",\"failures\":0,\"files\":[]}," +
            "{\"scenario\":\"b\",\"failures\":0,\"files\":[]}," +
            "{\"scenario\":\"c\",\"failures\":1,\"files\":[]}]");
        assertThat(folder.resolve("command.txt")).hasContent("rig\nrig --add");
        assertThat(json("environment.json").get("commit").getAsString()).isEqualTo("1111111");
        assertThat(json("environment.json").get("added one").getAsString())
            .startsWith("commit 2222222, dirty false, server redis_version:7").endsWith("rig --add");
    }

    @Test
    void shouldRefuseToMixFiguresOfDifferentSettings()
    {
        Results.begun(folder, SETTINGS, "rig", environment("noon", "1111111"))
            .add(Map.of("scenario", "a"), "{\"failures\":0}", folder.resolve("none"));

        assertThatIllegalArgumentException().isThrownBy(() ->
            Results.goneOn(folder, Map.of("rounds", 7), "rig", environment("one", "1111111")))
            .withMessageContaining("other settings").withMessageContaining("\"rounds\":7");
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
