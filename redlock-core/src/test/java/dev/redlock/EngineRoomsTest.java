// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.KeyLine;

/**
 * The rooms of the engine are those that docs/design.md draws and lists. A row of its table says which
 * classes live in a room, and which of them may be used from outside the engine.
 */
class EngineRoomsTest
{
    private static final String ENGINE = "dev.redlock.engine";
    private static final String TOP = "engine";
    private static final int MOST_FILES = 15;
    private static final int FEWEST_ROOMS = 5;
    private static final int MOST_ROOMS = 8;

    private static final Path SOURCES = Path.of("src/main/java/dev/redlock/engine");
    private static final Pattern DRAWING = Pattern.compile("(?m)^ *Engine((?: ──► \\w+)+)$");
    private static final Pattern ROW =
        Pattern.compile("(?m)^\\| `(\\w+)` \\| [^|]+ \\| (`[A-Z][^|]*`) \\| ([^|]+) \\|$");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    /*
     * What a claim tells its owner.
     */
    private static final Set<String> ASKED_OF_CLAIMS = Set.of("<init>", "cause", "errorCode", "errorText",
        "hasFailed", "fencingToken", "ownerToken", "wanted", "grants");

    private static final JavaClasses CORE = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.redlock");

    @Test
    void shouldKnowOnlyRoomsToTheRight() throws IOException
    {
        final List<String> rooms = drawn();
        for (int i = 1; i < rooms.size(); i++)
        {
            for (int left = 0; left < i; left++)
            {
                noClasses().that().resideInAPackage(packageOf(rooms.get(i)))
                    .should().dependOnClassesThat().resideInAPackage(packageOf(rooms.get(left)))
                    .because("docs/design.md draws no arrow to the left").check(CORE);
            }
        }
    }

    @Test
    void shouldDrawOnlyArrowsThatAreThere() throws IOException
    {
        final List<String> rooms = drawn();
        for (int i = 1; i < rooms.size(); i++)
        {
            final String to = packageOf(rooms.get(i));
            assertThat(inRoom(rooms.get(i - 1)).flatMap((one) -> one.getDirectDependenciesFromSelf().stream())
                .anyMatch((dependency) -> dependency.getTargetClass().getPackageName().equals(to)))
                .as("arrow from " + rooms.get(i - 1) + " to " + rooms.get(i)).isTrue();
        }
    }

    @Test
    void shouldHaveNoRoomThatIsNotDrawn() throws IOException
    {
        try (Stream<Path> paths = Files.list(SOURCES))
        {
            final Set<String> folders = paths.filter(Files::isDirectory)
                .map((path) -> path.getFileName().toString()).collect(Collectors.toSet());
            folders.add(TOP);

            assertThat(drawn()).containsExactlyInAnyOrderElementsOf(folders)
                .hasSizeBetween(FEWEST_ROOMS, MOST_ROOMS);
        }
    }

    @Test
    void shouldHaveFewFilesInARoom() throws IOException
    {
        for (final String room : drawn())
        {
            try (Stream<Path> paths = Files.list(room.equals(TOP) ? SOURCES : SOURCES.resolve(room)))
            {
                assertThat(paths.filter((path) -> path.toString().endsWith(".java")))
                    .as("files in room " + room + ": find what it could do without").hasSizeLessThanOrEqualTo(
                        MOST_FILES);
            }
        }
    }

    @Test
    void shouldListWhoLivesInARoom() throws IOException
    {
        final Map<String, Set<String>> found = new TreeMap<>();
        for (final String room : drawn())
        {
            found.put(room, inRoom(room).filter(JavaClass::isTopLevelClass).map(JavaClass::getSimpleName)
                .filter((name) -> !name.equals("package-info"))
                .collect(Collectors.toCollection(TreeSet::new)));
        }

        assertThat(rows().collect(Collectors.toMap((row) -> row.group(1), (row) -> names(row.group(2)))))
            .isEqualTo(found);
    }

    @Test
    void shouldBeUsedFromOutsideAsListed() throws IOException
    {
        final Set<String> open = rows()
            .flatMap((row) -> names(row.group(row.group(3).equals("all") ? 2 : 3)).stream()
                .map((name) -> packageOf(row.group(1)) + '.' + name))
            .collect(Collectors.toSet());

        noClasses().that().resideOutsideOfPackage(ENGINE + "..")
            .should().dependOnClassesThat(are(resideInAPackage(ENGINE + "..")
                .and(new DescribedPredicate<JavaClass>("not open to the outside in docs/design.md")
                {
                    @Override
                    public boolean test(final JavaClass target)
                    {
                        return !open.contains(target.getName().replaceFirst("\\$.*", ""));
                    }
                }))).check(CORE);
    }

    /**
     * Its machines move the data, and they alone.
     */
    @Test
    void shouldKeepItsStateToItself()
    {
        noClasses().that().resideOutsideOfPackage(ENGINE + "..")
            .should().accessTargetWhere(new DescribedPredicate<JavaAccess<?>>("state of the engine")
            {
                @Override
                public boolean test(final JavaAccess<?> access)
                {
                    return isState(access) || isOfClaims(access.getTargetOwner()) &&
                        !ASKED_OF_CLAIMS.contains(access.getTarget().getName());
                }
            }).check(CORE);
    }

    private static boolean isState(final JavaAccess<?> access)
    {
        return access instanceof JavaFieldAccess field &&
            resideInAPackage(ENGINE + "..").test(access.getTargetOwner()) &&
            field.getTarget().resolveMember()
                .map((member) -> !member.getModifiers().contains(STATIC)).orElse(true);
    }

    private static boolean isOfClaims(final JavaClass owner)
    {
        return equivalentTo(Claim.class).or(equivalentTo(KeyLine.class)).test(owner);
    }

    private static Stream<JavaClass> inRoom(final String room)
    {
        return CORE.stream().filter((one) -> one.getPackageName().equals(packageOf(room)));
    }

    private static String packageOf(final String room)
    {
        return room.equals(TOP) ? ENGINE : ENGINE + '.' + room;
    }

    /*
     * From left to right.
     */
    private static List<String> drawn() throws IOException
    {
        final Matcher drawing = DRAWING.matcher(page());
        assertThat(drawing.find()).as("drawing of the rooms in docs/design.md").isTrue();

        return Stream.of((TOP + drawing.group(1)).split(" ──► ")).toList();
    }

    private static Stream<MatchResult> rows() throws IOException
    {
        return ROW.matcher(page()).results();
    }

    private static Set<String> names(final String cell)
    {
        return NAME.matcher(cell).results().map((name) -> name.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String page() throws IOException
    {
        return Files.readString(Path.of("../docs/design.md"));
    }
}
