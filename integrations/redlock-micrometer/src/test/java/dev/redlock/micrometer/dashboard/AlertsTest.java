// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;

/**
 * The alert rules ask for what a scrape has, and for every counter that our page calls an alarm.
 */
class AlertsTest
{
    private static final Path RULES = Path.of("../../docs/prometheus/redlock-alerts.yml");
    private static final Path RULES_TEST = Path.of("../../docs/prometheus/redlock-alerts-test.yml");
    private static final Path PAGE = Path.of("../../docs/observability.md");

    private static final String PROMTOOL = System.getProperty("redlock.promtool", "");
    private static final Pattern STATE = Pattern.compile("state=\"([^\"]*)\"");
    private static final Pattern ROW = Pattern.compile("^\\| (`[A-Z_`, ]+`) \\|", Pattern.MULTILINE);
    private static final Pattern COUNTER = Pattern.compile("[A-Z_]+");

    private final List<Map<String, Object>> rules = rules();

    @Test
    void shouldAskForMetricsThatThereAre()
    {
        final Set<String> scraped = MetricNames.scraped();
        final Set<String> states = Set.of(NodeStatus.State.values()).stream()
            .map((state) -> state.name().toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
        assertThat(rules).hasSizeGreaterThan(15).allSatisfy((rule) ->
        {
            assertThat(MetricNames.in(textOf(rule, "expr"))).isNotEmpty().isSubsetOf(scraped);
            assertThat(found(STATE, textOf(rule, "expr"))).isSubsetOf(states);
        });
    }

    @Test
    void shouldAskForEveryCounterThatNeedsAPerson() throws IOException
    {
        final Set<String> asked = new TreeSet<>();
        rules.forEach((rule) -> asked.addAll(MetricNames.in(textOf(rule, "expr"))));
        final Set<String> counters = found(COUNTER, String.join(" ", found(ROW, Files.readString(PAGE))));
        counters.retainAll(Set.of(Counter.values()).stream().map(Enum::name).collect(Collectors.toSet()));

        assertThat(counters).hasSizeGreaterThan(20).allSatisfy((counter) ->
            assertThat(asked).contains("redlock_" + counter.toLowerCase(Locale.ROOT) + "_total"));
    }

    @Test
    void shouldSayWhatToDo()
    {
        assertThat(rules).extracting((rule) -> rule.get("alert")).doesNotHaveDuplicates();
        assertThat(rules).allSatisfy((rule) ->
        {
            assertThat(textOf(rule, "labels")).isIn("{severity=page}", "{severity=ticket}");
            assertThat(textOf(rule, "annotations")).contains("summary=", "description=");
        });
    }

    @Test
    void shouldEachHaveAnEventThatRingsIt() throws IOException
    {
        final String test = Files.readString(RULES_TEST);

        assertThat(rules).allSatisfy((rule) ->
            assertThat(test).contains("alertname=\"" + rule.get("alert") + "\""));
    }

    @Test
    @Tag("proof")
    void shouldPassTheirTestsInPrometheus() throws IOException, InterruptedException
    {
        assumeThat(PROMTOOL).as("-Dredlock.promtool=/path/to/promtool").isNotEmpty();

        assertThat(new ProcessBuilder(PROMTOOL, "test", "rules", RULES_TEST.toString()).inheritIO().start()
            .waitFor()).isZero();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> rules()
    {
        try
        {
            final Map<String, List<Map<String, Object>>> file =
                new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(RULES));

            return file.get("groups").stream()
                .flatMap((group) -> ((List<Map<String, Object>>)group.get("rules")).stream()).toList();
        }
        catch (final IOException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private static String textOf(final Map<String, Object> rule, final String entry)
    {
        return String.valueOf(rule.get(entry));
    }

    private static Set<String> found(final Pattern pattern, final String text)
    {
        final Set<String> parts = new TreeSet<>();
        final Matcher found = pattern.matcher(text);
        while (found.find())
        {
            parts.add(found.group(found.groupCount()));
        }

        return parts;
    }
}
