// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static com.tngtech.archunit.core.domain.JavaFieldAccess.AccessType.SET;
import static com.tngtech.archunit.core.domain.JavaModifier.PRIVATE;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.ExtensionProgress;
import dev.redlock.engine.claim.KeyLine;
import dev.redlock.engine.claim.ReleaseProgress;
import dev.redlock.engine.claim.Round;
import dev.redlock.engine.claim.Ticket;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.SideLink;
import dev.redlock.engine.settings.AbstractDraft;
import dev.redlock.quorum.Standing;
import dev.redlock.quorum.Tally;

/**
 * The data that many classes of the engine read: each field is written by one class, each method that changes
 * one is called by one class, and the rule says by which. docs/design.md shows it.
 */
class WritersTest
{
    private static final List<Class<?>> DATA = List.of(Node.class, SideLink.class, Claim.class, KeyLine.class,
        Ticket.class, Attempt.class, ExtensionProgress.class, ReleaseProgress.class);

    /*
     * They keep their rules themselves, whoever puts in a vote.
     */
    private static final List<Class<?>> VOTES = List.of(Round.class, Tally.class, Standing.class);

    private static final List<Writer> RULE = List.of(
        writer(Node.class, "Connections", "connecting", "down", "giveUpAgain", "up"),
        writer(Node.class, "Stakes", "reconnectSooner"),
        writer(Node.class, "NodePolicy", "believe", "doubt", "hangUp"),
        writer(Node.class, "Release", "releaseByScript"),
        writer(Node.class, "Quarantine", "endQuarantine", "quarantineUntil"),
        writer(Node.class, "ClockGuard", "awaitClock", "judgeClock", "suspectClock"),
        writer(Node.class, "ClockComparison", "contradictClock"),
        writer(SideLink.class, "Stakes", "reconnectSooner"),
        writer(SideLink.class, "DurableVotes", "answered", "ask", "barrierAnswered", "beat", "connecting",
            "down", "ending", "oweBeat", "plan", "up"),
        writer(Claim.class, "Acquisition", "attempt", "blameLine", "call", "clearCauses", "detach", "hold",
            "loseAttempt", "queue"),
        writer(Claim.class, "Waits", "giveWay", "pause", "wake"),
        writer(Claim.class, "Tickets", "needTicket"),
        writer(Claim.class, "Capacity", "explain"),
        writer(Claim.class, "Tenure", "carry", "lose"),
        writer(Claim.class, "Lines", "end", "follow"),
        writer(Claim.class, "Attempt", "explainVote"),
        writer(KeyLine.class, "Lines", "enter", "leave"),
        writer(KeyLine.class, "Fences", "learnToken"),
        writer(KeyLine.class, "Waits", "takeOthersTurn", "won"),
        writer(KeyLine.class, "Turns", "beginTurn", "endTurn", "seeOthers"),
        writer(KeyLine.class, "Release", "want"),
        writer(Ticket.class, "Claim", "clear"),
        writer(Ticket.class, "Tickets", "ask", "begin", "denyAt", "endRound", "forgetAt", "giveAt", "learn",
            "lookAt", "loseClaim", "refuse", "refuseToken", "voteAt"),
        writer(Attempt.class, "Acquisition", "askAgain", "begin", "refuseAt", "refuseToken"),
        writer(Attempt.class, "AttemptPool", "free"),
        writer(Attempt.class, "BackFill", "fillAt", "onAnsweredAside", "onOfferedAside"),
        writer(Attempt.class, "DurableVotes", "awaitConfirmation"),
        writer(Attempt.class, "Ballot", "certainlyWithout"),
        writer(Attempt.class, "Engine", "onAnswered"),
        writer(Attempt.class, "Extension", "beginRound"),
        writer(Attempt.class, "Fences", "propose"),
        writer(Attempt.class, "Release", "letGo", "refuseLineAt", "releasedAt", "want"),
        writer(Attempt.class, "Tenure", "forgetAt", "hold", "moveDeadline"),
        writer(Attempt.class, "Sender", "onOffered"),
        writer(Attempt.class, "Tickets", "askFromLine", "standInLine", "takeToken", "votesUntil"),
        writer(Attempt.class, "Withdrawal", "startedEarlier"),
        writer(ExtensionProgress.class, "Attempt", "clear"),
        writer(ExtensionProgress.class, "Extension", "begin", "bringForward", "end", "plan", "prolong",
            "prolongAt", "reachLimit", "takeAwaited"),
        writer(ExtensionProgress.class, "Tenure", "await"),
        writer(ReleaseProgress.class, "Attempt", "begin"),
        writer(ReleaseProgress.class, "DeferredReleases", "leaveQueueAt", "queueAt"),
        writer(ReleaseProgress.class, "Release", "answer", "doubtAt", "giveToNobody", "missAt",
            "passOn", "seeWaiting"));

    /*
     * The term is a word that two threads change, by methods that compare it first.
     */
    private static final Map<String, Set<String>> TERM = Map.ofEntries(
        Map.entry("begin", Set.of("EngineSide", "Rehearsal")),
        Map.entry("tryEnd", Set.of("EngineSide", "Handle", "Rehearsal")),
        Map.entry("take", Set.of("EngineSide")),
        Map.entry("lose", Set.of("EngineSide")),
        Map.entry("told", Set.of("EngineSide")),
        Map.entry("close", Set.of("EngineSide", "Rehearsal")),
        Map.entry("move", Set.of("EngineSide")),
        Map.entry("carry", Set.of("EngineSide")),
        Map.entry("markWinner", Set.of("Keys")),
        Map.entry("bind", Set.of("Handle")),
        Map.entry("unbind", Set.of("Handle")));

    private static final JavaClasses CORE = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.redlock");

    /**
     * @param data    what is written.
     * @param name    of the class that writes it.
     * @param changes methods that it calls, or fields that it writes.
     */
    private record Writer(Class<?> data, String name, List<String> changes)
    {
    }

    private static Writer writer(final Class<?> data, final String name, final String... changes)
    {
        return new Writer(data, name, List.of(changes));
    }

    @Test
    void shouldWriteEachFieldInOneClass()
    {
        Stream.concat(fields(), fieldsOf(VOTES)).forEach((field) ->
            assertThat(nameOwners(writesOf(field))).as(field.getFullName()).hasSizeLessThanOrEqualTo(1));
    }

    @Test
    void shouldHaveTheOneWriterOfTheRule()
    {
        final Map<String, Set<String>> found = new TreeMap<>();
        DATA.forEach((data) -> addChanges(CORE.get(data), found));
        final Map<String, Set<String>> allowed = new TreeMap<>();
        RULE.forEach((writer) -> writer.changes().forEach((change) ->
            add(allowed, writer.data().getSimpleName() + '.' + change, Set.of(writer.name()))));

        assertThat(found).containsExactlyInAnyOrderEntriesOf(allowed);
        assertThat(found.values()).allSatisfy((writers) -> assertThat(writers).hasSize(1));
    }

    /**
     * Found by their type: what changes the term gives nothing else away, and its fields are private.
     */
    @Test
    void shouldChangeTheTermWhereTheRuleSays()
    {
        final JavaClass hold = CORE.get("dev.redlock.runtime.client.Hold");
        final Map<String, Set<String>> found = new TreeMap<>();
        hold.getMethods().stream().filter((method) -> TERM.containsKey(method.getName()) ||
                method.getRawReturnType().isEquivalentTo(void.class))
            .forEach((method) -> add(
                found, method.getName(), nameOwners(fromOutside(hold, method.getAccessesToSelf().stream()))));

        assertThat(found).containsExactlyInAnyOrderEntriesOf(TERM);
        assertThat(hold.getFields()).filteredOn((field) -> !field.getModifiers().contains(STATIC))
            .allMatch((field) -> field.getModifiers().contains(PRIVATE));
    }

    /**
     * What a room shows to others it writes itself. Drafts of settings are there to be written.
     */
    @Test
    void shouldWriteNoPublicFieldOfAnotherFile()
    {
        noClasses().that().resideInAnyPackage("dev.redlock.engine..", "dev.redlock.runtime..")
            .should().setFieldWhere(new DescribedPredicate<JavaFieldAccess>("it is public, in another file")
            {
                @Override
                public boolean test(final JavaFieldAccess access)
                {
                    return !fileOf(access.getOriginOwner()).equals(fileOf(access.getTargetOwner())) &&
                        !access.getTargetOwner().isAssignableTo(AbstractDraft.class) &&
                        access.getTarget().resolveMember()
                            .map((field) -> field.getModifiers().contains(PUBLIC)).orElse(true);
                }
            }).check(CORE);
    }

    @Test
    void shouldShowTheRuleInTheDesign() throws IOException
    {
        DesignPage.assertShows("writers",
            DesignPage.row("data", "what changes it", "who calls that") + "|---|---|---|\n" +
            RULE.stream().map((writer) -> DesignPage.row(
                DesignPage.names(List.of(writer.data().getSimpleName())),
                DesignPage.names(writer.changes()),
                DesignPage.names(List.of(writer.name())))).collect(Collectors.joining()));
    }

    /*
     * What others change by a method, or write themselves.
     */
    private static void addChanges(final JavaClass data, final Map<String, Set<String>> changes)
    {
        for (final JavaCodeUnit method : changing(data))
        {
            add(changes, data.getSimpleName() + '.' + method.getName(),
                nameOwners(fromOutside(data, method.getAccessesToSelf().stream())));
        }
        fields().filter((field) -> field.getOwner().equals(data)).forEach((field) ->
            add(changes, data.getSimpleName() + '.' + field.getName(),
                nameOwners(fromOutside(data, writesOf(field)))));
    }

    /*
     * The methods of a class that write a field of it, or call one that does; not its constructors.
     */
    private static Set<JavaCodeUnit> changing(final JavaClass data)
    {
        final Set<JavaCodeUnit> changing = fields().filter((field) -> field.getOwner().equals(data))
            .flatMap(WritersTest::writesOf).map(JavaAccess::getOrigin)
            .filter((origin) -> origin.getOwner().equals(data))
            .collect(Collectors.toCollection(HashSet::new));
        boolean isGrowing = true;
        while (isGrowing)
        {
            isGrowing = changing.addAll(changing.stream()
                .flatMap((method) -> method.getAccessesToSelf().stream()).map(JavaAccess::getOrigin)
                .filter((origin) -> origin.getOwner().equals(data) && !(origin instanceof JavaConstructor))
                .toList());
        }

        return changing;
    }

    private static Stream<JavaField> fields()
    {
        return fieldsOf(DATA);
    }

    private static Stream<JavaField> fieldsOf(final List<Class<?>> data)
    {
        return data.stream().flatMap((one) -> CORE.get(one).getFields().stream())
            .filter((field) -> !field.getModifiers().contains(STATIC));
    }

    /*
     * Without those of its constructors.
     */
    private static Stream<? extends JavaAccess<?>> writesOf(final JavaField field)
    {
        return field.getAccessesToSelf().stream().filter((access) -> access.getAccessType() == SET)
            .filter((access) -> !(access.getOrigin() instanceof JavaConstructor &&
                access.getOriginOwner().equals(field.getOwner())));
    }

    private static Stream<? extends JavaAccess<?>> fromOutside(
        final JavaClass data, final Stream<? extends JavaAccess<?>> accesses)
    {
        return accesses.filter((access) -> !access.getOriginOwner().equals(data));
    }

    private static Set<String> nameOwners(final Stream<? extends JavaAccess<?>> accesses)
    {
        return accesses.map((access) -> fileOf(access.getOriginOwner()))
            .map((name) -> name.substring(name.lastIndexOf('.') + 1))
            .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String fileOf(final JavaClass one)
    {
        return one.getName().replaceFirst("\\$.*", "");
    }

    private static void add(
        final Map<String, Set<String>> all, final String change, final Set<String> writers)
    {
        if (!writers.isEmpty())
        {
            all.computeIfAbsent(change, (ignored) -> new TreeSet<>()).addAll(writers);
        }
    }
}
