// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A package that was a drawer is sorted into packages below it. The rule says which of these rooms knows
 * which: what is known stands below what knows it. A room goes by its name below the sorted package, and that
 * one by its last word. docs/design.md draws the rule.
 */
class RoomsTest
{
    private static final Path SOURCES = Path.of("src/main/java");
    private static final int MOST_FILES = 15;

    private static final List<Drawing> RULE = List.of(
        new Drawing("dev.redlock.engine", List.of(
            room("engine", "acquire", "wait", "lease", "watch", "node", "claim", "wire", "settings", "port"),
            room("acquire", "wait", "lease", "node", "claim", "wire", "settings", "port"),
            room("wait", "lease", "watch", "node", "claim", "wire", "settings", "port"),
            room("lease", "watch", "node", "claim", "wire", "settings", "port"),
            room("watch", "node", "claim", "wire", "settings", "port"),
            room("node", "claim", "wire", "settings"),
            room("claim", "wire", "settings", "port"),
            room("wire", "settings"),
            room("settings"),
            room("port"))),
        new Drawing("dev.redlock.runtime", List.of(
            room("client", "declaration", "operators", "threads", "calls", "nodes", "settings", "tokens",
                "clocks", "events", "metrics"),
            room("declaration", "operators"),
            room("operators", "login", "tokens"),
            room("threads", "calls", "nodes", "settings", "login", "clocks", "events", "metrics"),
            room("calls"),
            room("nodes", "settings", "clocks"),
            room("settings", "login", "tokens"),
            room("login"),
            room("tokens"),
            room("clocks", "metrics"),
            room("events", "metrics"),
            room("metrics"))));

    private static final JavaClasses CORE = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.redlock");

    /**
     * @param name  of a package that has classes.
     * @param known all that it names.
     */
    private record Room(String name, List<String> known)
    {
    }

    private static Room room(final String name, final String... known)
    {
        return new Room(name, List.of(known));
    }

    /**
     * @param root  the package that is sorted.
     * @param rooms from top to bottom.
     */
    private record Drawing(String root, List<Room> rooms)
    {
        String packageOf(final String room)
        {
            return room.equals(nameOfRoot()) ? root : root + "." + room;
        }

        String roomOf(final String packageName)
        {
            return packageName.equals(root) ? nameOfRoot() : packageName.substring(root.length() + 1);
        }

        private String nameOfRoot()
        {
            return root.substring(root.lastIndexOf('.') + 1);
        }

        String lines()
        {
            final int width = rooms.stream().mapToInt((room) -> room.name().length()).max().orElseThrow();

            return rooms.stream().map((room) -> room.known().isEmpty() ? room.name() + '\n' :
                room.name() + " ".repeat(width - room.name().length()) + " ──► " +
                String.join(", ", room.known()) + '\n').collect(Collectors.joining());
        }

        @Override
        public String toString()
        {
            return root;
        }
    }

    private static List<Drawing> drawings()
    {
        return RULE;
    }

    @ParameterizedTest
    @MethodSource("drawings")
    void shouldBeDrawnInTheDesign(final Drawing drawing) throws IOException
    {
        DesignPage.assertShows("rooms of " + drawing.root(), "```\n" + drawing.lines() + "```\n");
    }

    /**
     * A name counts wherever it stands in a source, in an import, in the code or in Javadoc.
     */
    @ParameterizedTest
    @MethodSource("drawings")
    void shouldKnowWhatTheSourcesName(final Drawing drawing) throws IOException
    {
        final Map<String, Set<String>> named = new TreeMap<>();
        final Pattern name =
            Pattern.compile("\\b(" + Pattern.quote(drawing.root()) + "(?:\\.[a-z]\\w*)*)\\.[A-Z]");
        for (final Path file : sourcesOf(drawing.root()))
        {
            final String room = drawing.roomOf(packageOf(file));
            final Set<String> others = named.computeIfAbsent(room, (ignored) -> new TreeSet<>());
            final Matcher matcher = name.matcher(Files.readString(file));
            while (matcher.find())
            {
                others.add(drawing.roomOf(matcher.group(1)));
            }
            others.remove(room);
        }

        final Map<String, Set<String>> known = new TreeMap<>();
        drawing.rooms().forEach((room) -> known.put(room.name(), new TreeSet<>(room.known())));
        assertThat(named).containsExactlyInAnyOrderEntriesOf(known);
    }

    @ParameterizedTest
    @MethodSource("drawings")
    void shouldKnowDownwardsOnly(final Drawing drawing)
    {
        final List<String> above = new ArrayList<>();
        drawing.rooms().forEach((room) ->
        {
            above.add(room.name());
            assertThat(room.known()).as("known to " + room.name()).doesNotContainAnyElementsOf(above);
        });
    }

    @ParameterizedTest
    @MethodSource("drawings")
    void shouldDependOnlyOnWhatIsKnown(final Drawing drawing)
    {
        drawing.rooms().forEach((room) ->
        {
            final String[] unknown = drawing.rooms().stream().map(Room::name)
                .filter((other) -> !other.equals(room.name()) && !room.known().contains(other))
                .map(drawing::packageOf).toArray(String[]::new);
            noClasses().that().resideInAPackage(drawing.packageOf(room.name()))
                .should().dependOnClassesThat().resideInAnyPackage(unknown)
                .because("the rule has no such arrow").check(CORE);
        });
        slices().matching(drawing.root() + ".(*)..").should().beFreeOfCycles().check(CORE);
    }

    @ParameterizedTest
    @MethodSource("drawings")
    void shouldStaySmallEnoughToBeLookedThrough(final Drawing drawing) throws IOException
    {
        final Map<String, Integer> files = new TreeMap<>();
        for (final Path file : filesOf(drawing.root()))
        {
            files.merge(packageOf(file), 1, Integer::sum);
        }

        assertThat(files.values()).as("files by package: " + files)
            .allMatch((count) -> count <= MOST_FILES);
    }

    private static List<Path> sourcesOf(final String root) throws IOException
    {
        return filesOf(root).stream().filter((file) -> !file.endsWith("package-info.java")).toList();
    }

    private static List<Path> filesOf(final String root) throws IOException
    {
        try (Stream<Path> files = Files.walk(SOURCES.resolve(root.replace('.', '/'))))
        {
            return files.filter((file) -> file.toString().endsWith(".java")).toList();
        }
    }

    private static String packageOf(final Path file)
    {
        return SOURCES.relativize(file.getParent()).toString().replace('/', '.');
    }
}
