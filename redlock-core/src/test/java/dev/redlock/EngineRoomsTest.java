// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

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
 * The rule says what the engine's rooms are, and which of their classes may be used from outside the engine.
 * docs/design.md shows it, with all who live there.
 */
class EngineRoomsTest
{
    private static final String ENGINE = "dev.redlock.engine";
    private static final String TOP = "engine";

    private static final String ALL = "all";

    private static final List<Room> RULE = List.of(
        room("engine", "all inputs, and what connects the rooms", "Engine", "EngineContext"),
        room("acquire", "machine: the way to a lock"),
        room("wait", "machine: when it is tried again, and whether that could succeed"),
        room("lease",
            "machine: a lock from the moment it is won to its last release; the ballot of all rounds"),
        room("watch", "machine: what looks after the nodes, and reports what their grants are worth"),
        room("node", "data: a node, what it has to answer, and the way to it", "Admitted", "UnaskedShare"),
        room("claim", "data: claims in line, attempts and rounds, and the timers that wake them",
            "Claim", "KeyLine"),
        room("wire", "rules: what is said to a node, and what an answer tells (vote, round trip, clock)",
            "Buckets", "Commands"),
        room("settings", "rules: what an engine is given", ALL),
        room("port", "rules: whom an engine asks and tells", ALL));

    /*
     * What a claim tells its owner.
     */
    private static final Set<String> ASKED_OF_CLAIMS = Set.of("<init>", "cause", "errorCode", "errorText",
        "hasFailed", "fencingToken", "ownerToken", "minGrants", "grants");

    /*
     * What a lock is on a node, and what else its options say of votes: by question, the files that ask.
     */
    private static final Map<String, Set<String>> ASKED_OF_LOCKS = Map.of(
        "isFenced", Set.of("Commands"),
        "proposesTokens", Set.of("Acquisition", "Attempt"),
        "isScript", Set.of("PlainLock", "Release"),
        "isKept", Set.of("Attempt", "Release"),
        "hasLine", Set.of("Acquisition", "Sender"),
        "isDurable", Set.of("BackFill", "Ballot", "Stakes", "Tickets"));

    private static final JavaClasses CORE = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.redlock");

    /**
     * @param name of the room.
     * @param what it is.
     * @param open names of the classes that may be used from outside the engine, or {@link #ALL}.
     */
    private record Room(String name, String what, List<String> open)
    {
        boolean isOpen(final JavaClass target)
        {
            return target.getPackageName().equals(packageOf(name)) &&
                (open.contains(ALL) || open.contains(fileOf(target)));
        }

        String openCell()
        {
            return open.isEmpty() ? "nothing" : open.contains(ALL) ? ALL : DesignPage.names(open);
        }
    }

    private static Room room(final String name, final String what, final String... open)
    {
        return new Room(name, what, List.of(open));
    }

    @Test
    void shouldHaveTheRoomsOfTheRule()
    {
        final Map<String, Set<String>> dwellers = dwellers();

        assertThat(dwellers).containsOnlyKeys(RULE.stream().map(Room::name).toList());
        assertThat(RULE).filteredOn((room) -> !room.open().contains(ALL)).allSatisfy((room) ->
            assertThat(dwellers.get(room.name())).containsAll(room.open()));
    }

    @Test
    void shouldShowTheRuleInTheDesign() throws IOException
    {
        final Map<String, Set<String>> dwellers = dwellers();

        DesignPage.assertShows("who lives in the engine",
            DesignPage.row("room", "what it is", "who lives there", "from outside the engine") +
            "|---|---|---|---|\n" +
            RULE.stream().map((room) -> DesignPage.row(
                DesignPage.names(List.of(room.name())),
                room.what(),
                DesignPage.names(dwellers.get(room.name())),
                room.openCell())).collect(Collectors.joining()));
    }

    @Test
    void shouldBeUsedFromOutsideByTheRule()
    {
        noClasses().that().resideOutsideOfPackage(ENGINE + "..")
            .should().dependOnClassesThat(are(resideInAPackage(ENGINE + "..")
                .and(new DescribedPredicate<JavaClass>("not open to the outside by the rule")
                {
                    @Override
                    public boolean test(final JavaClass target)
                    {
                        return RULE.stream().noneMatch((room) -> room.isOpen(target));
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

    /**
     * A kind of lock is a class. So it is found where it is chosen, and not in branches everywhere.
     */
    @Test
    void shouldAskWhatALockIsWhereTheRuleSays()
    {
        final Map<String, Set<String>> asking = CORE.stream()
            .filter((one) -> resideInAPackage(ENGINE + "..").test(one) &&
                !roomOf(one.getPackageName()).equals("settings"))
            .flatMap((one) -> one.getMethodCallsFromSelf().stream())
            .filter((call) -> ASKED_OF_LOCKS.containsKey(call.getName()) && !isPassedOn(call))
            .collect(Collectors.groupingBy(JavaAccess::getName,
                Collectors.mapping((call) -> fileOf(call.getOriginOwner()), Collectors.toSet())));

        assertThat(asking).containsExactlyInAnyOrderEntriesOf(ASKED_OF_LOCKS);
    }

    private static boolean isPassedOn(final JavaAccess<?> call)
    {
        return fileOf(call.getOriginOwner()).equals(fileOf(call.getTargetOwner())) ||
            call.getOrigin().getName().equals(call.getName());
    }

    private static boolean isState(final JavaAccess<?> access)
    {
        return access instanceof JavaFieldAccess field &&
            resideInAPackage(ENGINE + "..").test(access.getTargetOwner()) &&
            !resideInAnyPackage(ENGINE + ".settings", ENGINE + ".port").test(access.getTargetOwner()) &&
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

    private static String fileOf(final JavaClass one)
    {
        return one.getName().substring(one.getPackageName().length() + 1).replaceFirst("\\$.*", "");
    }

    private static Map<String, Set<String>> dwellers()
    {
        return CORE.stream()
            .filter((one) -> one.isTopLevelClass() && resideInAPackage(ENGINE + "..").test(one))
            .filter((one) -> !one.getSimpleName().equals("package-info"))
            .collect(Collectors.groupingBy((one) -> roomOf(one.getPackageName()),
                Collectors.mapping(JavaClass::getSimpleName, Collectors.toCollection(TreeSet::new))));
    }
}
