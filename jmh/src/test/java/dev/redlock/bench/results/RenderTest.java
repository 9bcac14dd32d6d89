// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.bench.results.raw.Folder;

class RenderTest
{
    private static final String FOLDER = "perf-results/" + Sample.NAME + "/";

    @TempDir
    private Path root;

    private final Locale locale = Locale.getDefault();
    private Sample sample;

    @BeforeEach
    void renderTheSample() throws Exception
    {
        sample = Sample.in(root);
        sample.render();
    }

    @AfterEach
    void restoreTheLocale()
    {
        Locale.setDefault(locale);
    }

    private Map<String, Integer> hashes() throws IOException
    {
        final Map<String, Integer> hashes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root))
        {
            for (final Path file : (Iterable<Path>)files.filter(Files::isRegularFile)::iterator)
            {
                hashes.put(file.toString(), Arrays.hashCode(Files.readAllBytes(file)));
            }
        }

        return hashes;
    }

    @Test
    void shouldRenderTheSameBytesTwiceWhateverTheLocale() throws IOException
    {
        final Map<String, Integer> once = hashes();
        Locale.setDefault(Locale.GERMANY);
        sample.render();

        assertThat(hashes()).isEqualTo(once);
    }

    @Test
    void shouldPassItsCheckAfterRendering() throws IOException
    {
        assertThat(Check.all(sample.results())).isEmpty();
    }

    @Test
    void shouldComplainAboutAnEditedTable() throws IOException
    {
        sample.replace(FOLDER + "README.md", "| redlock-invoker |", "| redlock-invoker  |");

        assertThat(Check.all(sample.results())).singleElement().asString().contains("README.md");
    }

    @Test
    void shouldComplainAboutRawDataThatChanged() throws IOException
    {
        final String p50 = Folder.read(sample.folder()).of("uncontended", "redlock-invoker").orElseThrow()
            .rows().get(0).json().getAsJsonObject("acquire").get("p50_us").getAsString();
        sample.replace(FOLDER + "rig.json", "\"p50_us\":" + p50, "\"p50_us\":1.5");

        assertThat(Check.folder(sample.folder())).singleElement().asString().contains("README.md");
    }

    @Test
    void shouldComplainAboutAPlotOfOtherData() throws IOException
    {
        sample.replace(FOLDER + "plots/uncontended_percentiles.svg", "<!--data ", "<!--data 0");

        assertThat(Check.folder(sample.folder())).singleElement().asString()
            .contains("uncontended_percentiles.svg");
    }

    @Test
    void shouldLeaveAPlotOfTheseDataAsItIs() throws IOException
    {
        sample.replace(FOLDER + "plots/uncontended_percentiles.svg", "<text ", "<text class=\"other\" ");
        sample.render();

        assertThat(sample.read(FOLDER + "plots/uncontended_percentiles.svg")).contains("class=\"other\"");
        assertThat(Check.folder(sample.folder())).isEmpty();
    }

    @Test
    void shouldComplainAboutPlotsThatAreMissingOrTooMany() throws IOException
    {
        final Path plots = sample.folder().resolve("plots");
        Files.move(plots.resolve("uncontended_percentiles.svg"), plots.resolve("other.svg"));

        assertThat(Check.folder(sample.folder())).hasSize(2);
    }

    @Test
    void shouldComplainAboutNumbersOfTheProjectThatAreNotTheNewest() throws IOException
    {
        sample.replace("README.md", "bytes allocated per lock", "B");

        assertThat(Check.all(sample.results())).singleElement().asString().contains("README.md");
    }

    @Test
    void shouldKeepWhatStandsAroundTheNumbers() throws IOException
    {
        assertThat(sample.read("README.md")).startsWith("# Project\n\n<!-- numbers -->\n| one lock that")
            .endsWith("<!-- /numbers -->\n\nmore\n").contains("invoker mode", Sample.NAME)
            .doesNotContain("old");
        assertThat(sample.read("perf-results/README.md")).contains("[" + Sample.NAME + "]");
    }

    @Test
    void shouldLeaveTheReadmeOfTheProjectAloneAfterARunOfWhoseLossesNobodyHasWritten() throws IOException
    {
        Files.delete(sample.folder().resolve(Folder.LOSSES));
        sample.replace("README.md", "bytes allocated per lock", "bytes of another run");
        sample.replace("perf-results/README.md", "[" + Sample.NAME + "]", "[another]");
        sample.render();

        assertThat(sample.read("README.md")).contains("bytes of another run");
        assertThat(sample.read("perf-results/README.md")).contains("[" + Sample.NAME + "]");
    }

    @Test
    void shouldBeginWithTheTableOfTheProject() throws IOException
    {
        assertThat(sample.read(FOLDER + "README.md"))
            .containsSubsequence("### In short", "**this library, default settings**", "### uncontended");
    }

    @Test
    void shouldShowWhatSomebodyWroteOfTheLossesAndComplainAboutALossThatItLeavesOut() throws IOException
    {
        sample.replace(FOLDER + "rig.json", "\"allocated_bytes_per_cycle\":3.692,\"failures\":0",
            "\"allocated_bytes_per_cycle\":3.692,\"failures\":2,\"failed_as\":{\"UNKNOWN\":2}");
        final Path losses = sample.folder().resolve(Folder.LOSSES);
        sample.render();

        assertThat(sample.read("README.md")).contains("We lose nothing.");
        assertThat(sample.read(FOLDER + "README.md")).contains("2: 2 UNKNOWN", "2 against none (2 UNKNOWN)");
        assertThat(Check.folder(sample.folder())).singleElement().asString()
            .contains("losses.md", "`uncontended`");
        Files.writeString(losses, "In `uncontended` the machine stood still for 98,765 µs.\n");
        sample.render();
        assertThat(Check.folder(sample.folder())).singleElement().asString().contains("losses.md", "98,765");
        Files.writeString(losses, "In `uncontended` the machine stood still.\n");
        assertThat(Check.folder(sample.folder())).isEmpty();
    }

    @Test
    void shouldSayThatARunHasNoJmhPart() throws IOException
    {
        Files.delete(sample.folder().resolve("jmh.json"));
        sample.render();

        assertThat(sample.read(FOLDER + "README.md")).contains("This run has no JMH part.");
    }

    @Test
    void shouldRenderAFolderThatLiesElsewhere() throws IOException
    {
        final Path elsewhere = Files.createDirectories(root.resolve("elsewhere")).resolve("mine");
        Files.move(sample.folder(), elsewhere);
        Files.delete(elsewhere.resolve("README.md"));
        Files.writeString(root.resolve("elsewhere/README.md"), "no index of results\n", UTF_8);

        Render.main(new String[]{elsewhere.toString()});

        assertThat(Check.folder(elsewhere)).isEmpty();
        assertThat(sample.read("elsewhere/README.md")).isEqualTo("no index of results\n");
        Files.delete(root.resolve("elsewhere/README.md"));
        Render.main(new String[]{elsewhere.toString()});
        assertThat(Check.folder(elsewhere)).isEmpty();
    }
}
