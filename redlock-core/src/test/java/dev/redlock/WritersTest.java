// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static com.tngtech.archunit.core.domain.JavaFieldAccess.AccessType.SET;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
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

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.Extending;
import dev.redlock.engine.claim.Releasing;
import dev.redlock.engine.claim.Round;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.SideLink;
import dev.redlock.quorum.Standing;
import dev.redlock.quorum.Tally;

/**
 * The data that many classes of the engine read: each field is written by one class, each method that changes
 * one is called by one class, and the rule says by which. docs/design.md shows it.
 */
class WritersTest
{
    private static final List<Class<?>> DATA =
        List.of(Node.class, SideLink.class, Attempt.class, Extending.class, Releasing.class);

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
        writer(Node.class, "DurableVotes", "side"),
        writer(SideLink.class, "Stakes", "reconnectSooner"),
        writer(SideLink.class, "DurableVotes", "answered", "ask", "barrierAnswered", "connecting", "down",
            "ending", "oweBeat", "plan", "up"),
        writer(SideLink.class, "DurableVotes", "beats", "hungUpBecause", "lastBeatNs"),
        writer(Attempt.class, "Acquisition", "askAgain", "begin", "refuseAt", "refuseToken"),
        writer(Attempt.class, "AttemptPool", "free"),
        writer(Attempt.class, "BackFill", "fillAt", "onAnsweredAside"),
        writer(Attempt.class, "DurableVotes", "awaitConfirmation"),
        writer(Attempt.class, "Ballot", "certainlyWithout"),
        writer(Attempt.class, "Engine", "onAnswered"),
        writer(Attempt.class, "Extension", "beginRound"),
        writer(Attempt.class, "Fences", "propose"),
        writer(Attempt.class, "Release", "letGo", "releasedAt"),
        writer(Attempt.class, "Tenure", "forgetAt", "hold", "moveDeadline"),
        writer(Attempt.class, "Wire", "onOffered", "onOfferedAside"),
        writer(Attempt.class, "Withdrawal", "startedEarlier"),
        writer(Extending.class, "Attempt", "clear"),
        writer(Extending.class, "Extension", "begin", "bringForward", "end", "plan", "reachLimit",
            "takeAwaited"),
        writer(Extending.class, "Tenure", "await"),
        writer(Releasing.class, "Attempt", "begin"),
        writer(Releasing.class, "DeferredReleases", "leaveQueueAt", "queueAt"),
        writer(Releasing.class, "Release", "answer", "doubtAt", "missAt"));

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
     * The methods of a class that write a field of it, or call one that does.
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
                .filter((origin) -> origin.getOwner().equals(data)).toList());
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
        return accesses.map((access) -> access.getOriginOwner().getName())
            .map((name) -> name.substring(name.lastIndexOf('.') + 1).replaceFirst("\\$.*", ""))
            .collect(Collectors.toCollection(TreeSet::new));
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
