// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.spi.Script;

class ScriptsTest
{
    @Test
    void shouldHaveAReleaseAndAnExtend()
    {
        assertThat(Scripts.plain()).containsExactly(Scripts.release(), Scripts.extend());
        assertThat(Scripts.plain()).extracting(Script::name).containsExactly("release", "extend");
    }

    @ParameterizedTest
    @ValueSource(strings = {"release", "extend"})
    void shouldStateTheirContractAndHaveNoShebang(final String name)
    {
        final Script script =
            Scripts.plain().stream().filter((each) -> each.name().equals(name)).findFirst().orElseThrow();

        assertThat(script.text()).startsWith("-- ").contains("-- KEYS[1]").contains("-- Returns 1")
            .doesNotContain("#!").doesNotContain("\r");
        assertThat(script.text().length()).isLessThan(600);
    }

    @Test
    void shouldNameEachScriptAndHaveNoShebang()
    {
        assertThat(Scripts.all()).extracting(Script::name).doesNotHaveDuplicates().contains("wait", "pass",
            "marked-wait");
        assertThat(Scripts.all()).extracting(Script::text)
            .allMatch((text) -> text.startsWith("-- ") && !text.contains("#!") && !text.contains("\r"));
    }

    /*
     * The marker comes first, and the line before what stands in it.
     */
    @Test
    void shouldJoinTheLineWithItsScripts()
    {
        final String pass = Scripts.pass().text();
        final int end = pass.indexOf("-- Releases a lock");

        assertThat(end).isPositive();
        assertThat(Scripts.waiting().text()).startsWith(pass.substring(0, end) + "-- Takes");
        assertThat(Scripts.marked(Scripts.waiting()).text()).startsWith("-- Goes before")
            .endsWith(Scripts.waiting().text());
        assertThat(Scripts.marked(Scripts.waiting()).name()).isEqualTo("marked-wait");
    }

    /*
     * Keys and values reach a script as KEYS and ARGV only, and it touches no key but its first.
     */
    @Test
    void shouldTouchTheirKeyOnly()
    {
        for (final Script script : Scripts.plain())
        {
            final List<String> calls =
                script.text().lines().filter((line) -> line.contains("redis.call(")).toList();

            assertThat(calls).isNotEmpty()
                .allSatisfy((line) -> assertThat(line).containsPattern("redis\\.call\\('[A-Z]+', KEYS\\[1]"));
        }
    }
}
