// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.test.server.RedisServerBuilder;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.RedisServers;

/**
 * README.md is short, and what it tells people to type works as it stands.
 */
class FrontPageTest
{
    private static final int MOST_WORDS = 900;
    private static final int SERVERS = 3;
    private static final Path ROOT = Path.of("..");
    private static final Path QUICKSTART = ROOT.resolve("examples/quickstart");
    private static final Path SHOP = QUICKSTART.resolve("src/main/java/Shop.java");
    private static final Pattern SERVER =
        Pattern.compile("(?m)redis-server --port (\\d+)((?: --[a-z]+ \\S+)*)$");
    private static final Pattern SETTING = Pattern.compile(" --([a-z]+) (\\S+)");
    private static final Pattern XML = Pattern.compile(
        "<groupId>(dev\\.redlock)</groupId>\\s*<artifactId>(.*)</artifactId>\\s*<version>(.*)</version>");
    private static final Pattern GRADLE = Pattern.compile("\"(dev\\.redlock):(.*):(.*)\"");
    private static final Pattern VERSION = Pattern.compile("(?m)^  <version>(.*)</version>$");

    private final String readme = read(ROOT.resolve("README.md"));

    private static String read(final Path file)
    {
        try
        {
            return Files.readString(file);
        }
        catch (final IOException ex)
        {
            throw new AssertionError("cannot read " + file, ex);
        }
    }

    /*
     * What stands in the fence after a marker.
     */
    private String block(final String marker)
    {
        final Matcher fence = Pattern.compile(
            "<!-- " + marker + " -->\n```\\w*\n(.*?)```\n", Pattern.DOTALL).matcher(readme);
        assertThat(fence.find()).as("a block after <!-- " + marker + " -->").isTrue();

        return fence.group(1);
    }

    private static List<MatchResult> all(final Pattern pattern, final String text)
    {
        return pattern.matcher(text).results().toList();
    }

    private static String only(final Pattern pattern, final String text)
    {
        final List<MatchResult> found = all(pattern, text);
        assertThat(found).as(pattern + " in " + text).hasSize(1);

        return found.get(0).group(1);
    }

    private static String coordinates(final Pattern pattern, final String text)
    {
        final Matcher found = pattern.matcher(text);
        assertThat(found.find()).as(pattern + " in " + text).isTrue();

        return found.group(1) + ":" + found.group(2) + ":" + found.group(3);
    }

    @Test
    void shouldBeReadInAMinuteOrTwo()
    {
        final String prose = readme.replaceAll("(?s)<!--.*?-->", "").replaceAll("(?s)```.*?```", "")
            .replaceAll("(?m)^\\|.*$", "").replaceAll("\\]\\([^)]*\\)", "]");

        assertThat(prose.split("[^\\p{L}\\p{N}'`.]+")).hasSizeBetween(300, MOST_WORDS);
    }

    @Test
    void shouldShowTheClassOfTheExample()
    {
        assertThat(read(SHOP)).endsWith("\n\n" + block("quickstart"));
    }

    @Test
    void shouldNameTheArtifactOfThisVersionEverywhere()
    {
        final String expected = "dev.redlock:redlock-transport-netty:" +
            only(VERSION, read(ROOT.resolve("bom/pom.xml")));

        assertThat(coordinates(XML, block("maven"))).isEqualTo(expected);
        assertThat(coordinates(GRADLE, block("gradle"))).isEqualTo(expected);
        assertThat(coordinates(XML, read(QUICKSTART.resolve("pom.xml")))).isEqualTo(expected);
        assertThat(read(ROOT.resolve("transport-netty/pom.xml")))
            .contains("<artifactId>redlock-transport-netty</artifactId>");
    }

    @Test
    void shouldHaveTheServersOfTheComposeFile()
    {
        final String compose = read(QUICKSTART.resolve("compose.yaml"));
        final List<String> lines = all(SERVER, block("servers")).stream().map(MatchResult::group).toList();

        assertThat(lines).hasSize(SERVERS);
        assertThat(all(Pattern.compile("(?m)^    command: (.*)$"), compose))
            .extracting((found) -> found.group(1)).isEqualTo(lines);
        for (final MatchResult server : all(SERVER, block("servers")))
        {
            final String port = server.group(1);
            assertThat(compose).contains("ports: [\"127.0.0.1:" + port + ":" + port + "\"]");
            assertThat(block("quickstart")).contains("\"redis://127.0.0.1:" + port + "\"");
        }
    }

    /**
     * The servers as typed, but for their ports, which may be in use; the class as shown, but for the ports.
     */
    @Test
    @Tag("proof")
    @Timeout(120)
    void shouldSell(final @TempDir Path folder) throws Exception
    {
        final List<MatchResult> typed = all(SERVER, block("servers"));
        try (RedisServers servers =
            RedisServers.start(typed.size(), (index) -> server(typed.get(index).group(2))))
        {
            String source = block("quickstart");
            for (int i = 0; i < typed.size(); i++)
            {
                source = source.replace("127.0.0.1:" + typed.get(i).group(1) + "\"",
                    "127.0.0.1:" + servers.server(i).port() + "\"");
            }

            Files.writeString(folder.resolve("Shop.java"), source);
            Example.compile(folder, folder.resolve("Shop.java"));
            assertThat(Example.output(folder, "Shop")).containsPattern("sold, with token \\d+");
        }
        assertThat(readme).contains("`sold, with token` and a number");
    }

    private static RedisServerBuilder server(final String settings)
    {
        final RedisServerBuilder server = RedisServerProcess.builder();
        all(SETTING, settings).forEach((setting) ->
            server.setting(setting.group(1), setting.group(2).replace("\"", "")));

        return server;
    }
}
