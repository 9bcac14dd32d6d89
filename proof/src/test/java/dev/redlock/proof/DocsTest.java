// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages for users hold: their code compiles, their links lead somewhere, the messages they quote exist.
 * <p>
 * A Java block is compiled if {@code <!-- compiled -->} (or README's {@code <!-- quickstart -->}) stands
 * before it, against core, both transports, the integrations, redlock-test, JUnit and AssertJ. A block with a
 * type stands as it is, imports included. Any other block is the body of a method; it may begin with imports,
 * and needs none for {@code dev.redlock}, {@code dev.redlock.outcome}, {@code java.time}, {@code java.util}
 * and {@code java.util.concurrent}. What it does not declare stands in the marker, as members of an abstract
 * class that readers do not see:
 * <pre>
 * &lt;!-- compiled
 * Redlock redlock;
 * abstract void sell(Duration within);
 * --&gt;
 * </pre>
 * A block under {@code <!-- Name.java -->} is the test source of that name, without its head.
 */
class DocsTest
{
    private static final Path ROOT = Path.of("..");
    private static final Pattern BLOCK = Pattern.compile(
        "<!-- (?:compiled|quickstart)\\s+((?:(?!-->).)*)-->\\s*```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern SOURCE =
        Pattern.compile("<!-- (\\w+\\.java) -->\n```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern UNMARKED = Pattern.compile("(?<!-->)\n```java\n");
    private static final Pattern TYPE =
        Pattern.compile("(?m)^(?:\\w+ )*(?:class|interface|record|enum) (\\w+)");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import .*$");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]*)(?:#([^)]*))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern MESSAGE = Pattern.compile("(?m)^\\| `([^`]+)`");
    private static final Pattern NO_PROSE =
        Pattern.compile("(?ms)^ *```.*?^ *```$|<!-- numbers -->.*?<!-- /numbers -->");
    private static final Pattern SPAN = Pattern.compile("`[^`]*`|\\]\\([^)]*\\)");
    private static final Pattern UNBREAKABLE = Pattern.compile(" *(?:[-*] +|\\d+\\. +)?\\S*");
    private static final Pattern CONCATENATION = Pattern.compile("\"\\s*\\+\\s*\"");
    private static final String IMPORTS = Stream.of(
        "dev.redlock", "dev.redlock.outcome", "java.time", "java.util", "java.util.concurrent")
        .map((name) -> "import " + name + ".*; ").collect(Collectors.joining());

    @Test
    void shouldCompile(final @TempDir Path folder) throws IOException
    {
        final ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        final List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", folder.toString(), "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        for (final Path page : pages())
        {
            final List<MatchResult> blocks = BLOCK.matcher(Files.readString(page)).results().toList();
            for (int i = 0; i < blocks.size(); i++)
            {
                final String place = page.getFileName().toString().replaceAll("\\W", "_") + "_" + (i + 1);
                arguments.add(write(folder.resolve(place), blocks.get(i)).toString());
            }
        }

        assertThat(arguments).as("blocks found").anyMatch((argument) -> argument.contains("README_md_1"));
        final int status = ToolProvider.getSystemJavaCompiler().run(
            null, null, complaints, arguments.toArray(String[]::new));
        assertThat(status).as(complaints.toString()).isZero();
    }

    /*
     * One package per block, so that names may come again.
     */
    private static Path write(final Path folder, final MatchResult block) throws IOException
    {
        final String shown = block.group(2);
        final String head = "package " + folder.getFileName() + ";\n";
        final Matcher type = TYPE.matcher(shown);
        final boolean isWhole = type.find();
        final String imports = IMPORT.matcher(shown).results().map(MatchResult::group)
            .collect(Collectors.joining(" "));
        final String text = isWhole ? head + shown : head + IMPORTS + imports + "\nabstract class Block {\n" +
            block.group(1) + "\nvoid block() throws Exception {\n" +
            IMPORT.matcher(shown).replaceAll("") + " } }";
        final Path file = folder.resolve((isWhole ? type.group(1) : "Block") + ".java");
        Files.createDirectories(folder);

        return Files.writeString(file, text);
    }

    @Test
    void shouldHaveNoJavaThatNobodyCompiles() throws IOException
    {
        for (final Path page : pages())
        {
            assertThat(UNMARKED.matcher(Files.readString(page)).results()).as("in " + page).isEmpty();
        }
    }

    @Test
    void shouldShowWhatIsTested() throws IOException
    {
        final Map<String, Path> sources = new HashMap<>();
        try (Stream<Path> files = Files.find(ROOT, 20, (file, attributes) -> file.toString()
            .contains("src/test/java/")))
        {
            files.forEach((file) -> sources.put(file.getFileName().toString(), file));
        }
        int shown = 0;
        for (final Path page : pages())
        {
            for (final MatchResult block : SOURCE.matcher(Files.readString(page)).results().toList())
            {
                assertThat(sources).as("sources for " + page).containsKey(block.group(1));
                assertThat(Files.readString(sources.get(block.group(1)))).endsWith("\n\n" + block.group(2));
                shown++;
            }
        }

        assertThat(shown).isGreaterThanOrEqualTo(8);
    }

    @Test
    void shouldLinkToWhatExists() throws IOException
    {
        for (final Path page : pages())
        {
            for (final MatchResult link : LINK.matcher(Files.readString(page)).results().toList())
            {
                final Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
                assertThat(target).as("link of " + page).exists();
                if (link.group(2) != null)
                {
                    assertThat(anchors(target)).as("anchors for " + page).contains(link.group(2));
                }
            }
        }
    }

    private static List<String> anchors(final Path page) throws IOException
    {
        return HEADING.matcher(Files.readString(page)).results().map((heading) -> heading.group(1)
            .toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "").replace(' ', '-')).toList();
    }

    @Test
    void shouldQuoteMessagesThatTheSourceHas() throws IOException
    {
        final List<String> quoted = MESSAGE.matcher(Files.readString(ROOT.resolve("docs/troubleshooting.md")))
            .results().flatMap((message) -> Stream.of(message.group(1).split("…"))).toList();
        final String source = CONCATENATION.matcher(mainSources()).replaceAll("");

        assertThat(quoted).hasSizeGreaterThan(50);
        assertThat(quoted.stream().filter((part) -> !source.contains(part))).as("unknown").isEmpty();
    }

    private static String mainSources() throws IOException
    {
        try (Stream<Path> files = Files.find(ROOT, 20, (file, attributes) ->
            file.toString().endsWith(".java") && file.toString().contains("src/main/")))
        {
            final StringBuilder text = new StringBuilder();
            for (final Path file : (Iterable<Path>)files::iterator)
            {
                text.append(Files.readString(file));
            }

            return text.toString();
        }
    }

    /**
     * As Java does. Tables, blocks of code, HTML and what is generated have lines as long as they need, and
     * so has what cannot be broken: a span of code, a link.
     */
    @Test
    void shouldKeepTo110Columns() throws IOException
    {
        for (final Path page : pages())
        {
            final String prose = NO_PROSE.matcher(Files.readString(page)).replaceAll("");
            assertThat(prose.lines()).as("in " + page).allMatch((line) -> line.length() <= 110 ||
                line.startsWith("|") || line.startsWith("<") ||
                UNBREAKABLE.matcher(SPAN.matcher(line).replaceAll("")).matches());
        }
    }

    /*
     * All but those of single results, which are rendered.
     */
    private static List<Path> pages() throws IOException
    {
        final Path results = ROOT.resolve("perf-results");
        try (Stream<Path> files = Files.find(ROOT, 3, (file, attributes) ->
            file.toString().endsWith(".md") && !results.equals(file.getParent().getParent())))
        {
            return files.sorted().toList();
        }
    }
}
