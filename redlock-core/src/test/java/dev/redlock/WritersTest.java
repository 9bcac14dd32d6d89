// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static com.tngtech.archunit.core.domain.JavaFieldAccess.AccessType.SET;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
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
 * one is called by one class, and the table of the writers in docs/design.md says by which.
 */
class WritersTest
{
    private static final List<Class<?>> DATA =
        List.of(Node.class, SideLink.class, Attempt.class, Extending.class, Releasing.class);

    /*
     * They keep their rules themselves, whoever puts in a vote.
     */
    private static final List<Class<?>> VOTES = List.of(Round.class, Tally.class, Standing.class);

    private static final Pattern TABLE = Pattern.compile("<!-- writers -->\n((?:\\|.*\n)+)");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| (`[^|]+) \\| `(\\w+)` \\|$");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    private static final JavaClasses CORE = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.redlock");

    @Test
    void shouldWriteEachFieldInOneClass()
    {
        Stream.concat(fields(), fieldsOf(VOTES)).forEach((field) ->
            assertThat(nameOwners(writesOf(field))).as(field.getFullName()).hasSizeLessThanOrEqualTo(1));
    }

    @Test
    void shouldListTheOneWriterOfEach() throws IOException
    {
        final Map<String, Set<String>> found = new TreeMap<>();
        DATA.forEach((data) -> addChanges(CORE.get(data), found));
        final Map<String, Set<String>> listed = new TreeMap<>();
        rows().forEach((row) -> NAME.matcher(row.group(2)).results().forEach((name) ->
            add(listed, row.group(1) + '.' + name.group(1), Set.of(row.group(3)))));

        assertThat(found).isEqualTo(listed);
        assertThat(found.values()).allSatisfy((writers) -> assertThat(writers).hasSize(1));
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

    private static Stream<MatchResult> rows() throws IOException
    {
        return TABLE.matcher(Files.readString(Path.of("../docs/design.md"))).results()
            .flatMap((table) -> ROW.matcher(table.group(1)).results());
    }
}
