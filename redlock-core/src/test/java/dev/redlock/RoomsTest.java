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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A package that was a drawer is sorted into packages below it, and docs/design.md draws which of them knows
 * which. A drawing is a block under {@code <!-- rooms of dev.redlock.runtime -->}: a line for each package
 * that has classes, by its name below the drawn one (which itself goes by its last word), and behind an arrow
 * all that it names. What is known stands below what knows it.
 */
class RoomsTest
{
    private static final Path PAGE = Path.of("../docs/design.md");
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Pattern DRAWING =
        Pattern.compile("<!-- rooms of ([\\w.]+) -->\n```\n(.*?)```", Pattern.DOTALL);
    private static final Pattern ARROW = Pattern.compile(" +──► ");
    private static final int MOST_FILES = 15;

    private static final JavaClasses CORE = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.redlock");

    /**
     * @param root   the package that is drawn.
     * @param arrows from each room to those that it knows, from top to bottom.
     */
    private record Drawing(String root, Map<String, Set<String>> arrows)
    {
        static Drawing of(final String root, final String block)
        {
            final Map<String, Set<String>> arrows = new LinkedHashMap<>();
            block.lines().map((line) -> ARROW.split(line.strip(), 2)).forEach((ends) ->
                arrows.put(ends[0],
                    ends.length == 1 ? Set.of() : new TreeSet<>(List.of(ends[1].split(", ")))));

            return new Drawing(root, arrows);
        }

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

        @Override
        public String toString()
        {
            return root;
        }
    }

    private static List<Drawing> drawings() throws IOException
    {
        return DRAWING.matcher(Files.readString(PAGE)).results()
            .map((drawing) -> Drawing.of(drawing.group(1), drawing.group(2))).toList();
    }

    @Test
    void shouldFindTheDrawings() throws IOException
    {
        assertThat(drawings()).extracting(Drawing::root)
            .containsExactly("dev.redlock.engine", "dev.redlock.runtime");
    }

    /**
     * A name counts wherever it stands in a source, in an import, in the code or in Javadoc.
     */
    @ParameterizedTest
    @MethodSource("drawings")
    void shouldDrawWhatTheSourcesName(final Drawing drawing) throws IOException
    {
        final Map<String, Set<String>> named = new TreeMap<>();
        final Pattern name =
            Pattern.compile("\\b(" + Pattern.quote(drawing.root()) + "(?:\\.[a-z]\\w*)*)\\.[A-Z]");
        for (final Path file : sourcesOf(drawing.root()))
        {
            final String room = drawing.roomOf(packageOf(file));
            final Set<String> known = named.computeIfAbsent(room, (ignored) -> new TreeSet<>());
            final Matcher matcher = name.matcher(Files.readString(file));
            while (matcher.find())
            {
                known.add(drawing.roomOf(matcher.group(1)));
            }
            known.remove(room);
        }

        assertThat(new TreeMap<>(drawing.arrows())).isEqualTo(named);
    }

    @ParameterizedTest
    @MethodSource("drawings")
    void shouldDrawDownwardsOnly(final Drawing drawing)
    {
        final List<String> above = new ArrayList<>();
        drawing.arrows().forEach((room, known) ->
        {
            above.add(room);
            assertThat(known).as("known to " + room).doesNotContainAnyElementsOf(above);
        });
    }

    @ParameterizedTest
    @MethodSource("drawings")
    void shouldDependOnlyOnWhatIsDrawn(final Drawing drawing)
    {
        drawing.arrows().forEach((room, known) ->
        {
            final String[] unknown = drawing.arrows().keySet().stream()
                .filter((other) -> !other.equals(room) && !known.contains(other))
                .map(drawing::packageOf).toArray(String[]::new);
            noClasses().that().resideInAPackage(drawing.packageOf(room))
                .should().dependOnClassesThat().resideInAnyPackage(unknown)
                .because("docs/design.md draws no such arrow").check(CORE);
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
