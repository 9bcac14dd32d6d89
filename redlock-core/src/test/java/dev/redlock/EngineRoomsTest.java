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
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
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
import dev.redlock.quorum.Quorum;

/**
 * The table of the engine's rooms in docs/design.md says which classes live in each, and which of them may be
 * used from outside the engine.
 */
class EngineRoomsTest
{
    private static final String ENGINE = "dev.redlock.engine";
    private static final String TOP = "engine";

    private static final Pattern ROW =
        Pattern.compile("(?m)^\\| `(\\w+)` \\| [^|]+ \\| (`[A-Z][^|]*`) \\| ([^|]+) \\|$");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    /*
     * What a claim tells its owner.
     */
    private static final Set<String> ASKED_OF_CLAIMS = Set.of("<init>", "cause", "errorCode", "errorText",
        "hasFailed", "fencingToken", "ownerToken", "isFenced", "quorumToWin", "grants");

    private static final JavaClasses CORE = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.redlock");

    @Test
    void shouldListWhoLivesInARoom() throws IOException
    {
        final Map<String, Set<String>> found = CORE.stream()
            .filter((one) -> one.isTopLevelClass() && resideInAPackage(ENGINE + "..").test(one))
            .filter((one) -> !one.getSimpleName().equals("package-info"))
            .collect(Collectors.groupingBy((one) -> roomOf(one.getPackageName()),
                Collectors.mapping(JavaClass::getSimpleName, Collectors.toCollection(TreeSet::new))));

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
     * Its machines move the data, and they alone. Settings are no state: whoever makes an engine sets them.
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

    /**
     * Which nodes are enough is asked of the quorum, as a set: the number of them is for messages.
     */
    @Test
    void shouldCountNoVotesItself()
    {
        noClasses().that().resideInAPackage(ENGINE + "..")
            .should().callMethod(Quorum.class, "required").check(CORE);
    }

    private static boolean isState(final JavaAccess<?> access)
    {
        return access instanceof JavaFieldAccess field &&
            resideInAPackage(ENGINE + "..").test(access.getTargetOwner()) &&
            !resideInAPackage(ENGINE + ".settings").test(access.getTargetOwner()) &&
            field.getTarget().resolveMember()
                .map((member) -> !member.getModifiers().contains(STATIC)).orElse(true);
    }

    private static boolean isOfClaims(final JavaClass owner)
    {
        return equivalentTo(Claim.class).or(equivalentTo(KeyLine.class)).test(owner);
    }

    private static String packageOf(final String room)
    {
        return room.equals(TOP) ? ENGINE : ENGINE + '.' + room;
    }

    private static String roomOf(final String packageName)
    {
        return packageName.equals(ENGINE) ? TOP : packageName.substring(ENGINE.length() + 1);
    }

    private static Stream<MatchResult> rows() throws IOException
    {
        return ROW.matcher(Files.readString(Path.of("../docs/design.md"))).results();
    }

    private static Set<String> names(final String cell)
    {
        return NAME.matcher(cell).results().map((name) -> name.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    }
}
