// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParseResult;

import dev.redlock.cli.Main;

/**
 * The unit for systemd that docs/operations.md shows.
 */
class UnitFileTest
{
    private static final String JAR = "/usr/bin/java -jar /opt/redlock/redlock.jar ";

    private final Map<String, String> settings = new HashMap<>();

    private void read() throws IOException
    {
        final String page = Files.readString(Path.of("..", "docs", "operations.md"));
        final String unit = page.split("```ini\n")[1].split("```")[0];
        String section = "";
        for (final String line : unit.lines().filter((text) -> !text.isEmpty()).toList())
        {
            if (line.startsWith("["))
            {
                section = line;
            }
            else
            {
                final String[] setting = line.split("=", 2);
                settings.put(section + setting[0], setting[1]);
            }
        }
    }

    @Test
    void shouldStopTheCommandOnceAndRunIt() throws IOException
    {
        read();

        assertThat(settings).containsEntry("[Service]KillMode", "mixed")
            .containsEntry("[Service]SuccessExitStatus", "143")
            .containsEntry("[Service]RestartPreventExitStatus", "78")
            .containsKey("[Service]TimeoutStopSec").doesNotContainKey("[Service]KillSignal");
        final String command = settings.get("[Service]ExecStart");
        assertThat(command).startsWith(JAR);
        final ParseResult run =
            Main.commandLine().parseArgs(command.substring(JAR.length()).split(" ")).subcommand();
        assertThat(run.commandSpec().name()).isEqualTo("run");
        assertThat(run.<String>matchedOptionValue("--key", "")).isEqualTo("nightly");
        assertThat(run.<List<String>>matchedPositionalValue(0, List.of()))
            .containsExactly("/usr/local/bin/nightly");
    }
}
