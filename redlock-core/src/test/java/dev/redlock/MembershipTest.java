// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.quorum.Members;
import dev.redlock.quorum.Quorum;
import dev.redlock.quorum.Slots;
import dev.redlock.quorum.Standing;
import dev.redlock.quorum.Tally;

/**
 * Who the nodes are is asked, not kept: how many there can be is said in {@link Slots}, and which votes are
 * enough in {@link Members}.
 */
class MembershipTest
{
    /*
     * Settings, which say who the nodes are at first, and what gives it out.
     */
    private static final List<Class<?>> KEEPING = List.of(EngineConfig.class, Members.class);

    /*
     * What a round is decided by, and the lease that it has won: each takes it anew with the next round.
     */
    private static final List<Class<?>> COUNTING = List.of(Tally.class, Standing.class);

    private static final Path SOURCES = Path.of("src/main/java/dev/redlock");
    private static final List<String> BY_NODE = List.of("engine", "quorum", "runtime/nodes");

    /*
     * Sizes that are known only when the program runs, and have nothing to do with nodes: the limit of locks,
     * that of commands in flight, and that of what a window measures.
     */
    private static final Set<String> NOT_BY_NODE = Set.of("AttemptPool: capacity",
        "InFlight: capacity << STRIDE_SHIFT", "RttWindow: Buckets.indexOf(HIGHEST_NS) + 1",
        "TokenTable: Integer.highestOneBit(attempts.length) << 2");

    private static final Pattern NEW_ARRAY = Pattern.compile("\\bnew [\\w.]+((?:\\[[^\\]]+\\])+)");
    private static final Pattern DIMENSION = Pattern.compile("\\[([^\\]]+)\\]");
    private static final Pattern CONSTANT =
        Pattern.compile("(?:[A-Z]\\w*\\.)?(?:[A-Z\\d_]+|values\\(\\)\\.length)(?: [+*-] [A-Z\\d_]+)*");
    private static final Pattern ARRAY_TYPE = Pattern.compile("[\\w.()]+(?=\\[\\]::new)");
    private static final Pattern BY_SLOTS =
        Pattern.compile("(?:\\w+\\.)?slots(?:\\(\\))?\\.of\\(\\w+");
    private static final Pattern ATOMIC_ARRAY =
        Pattern.compile("\\bnew Atomic\\w*Array(?:<\\w*>)?\\((?!slots\\.capacity\\(\\))");
    private static final Pattern COPY = Pattern.compile("\\bArrays\\.copyOf\\w*");

    private static final JavaClasses CORE = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.redlock");

    @Test
    void shouldKeepNoQuorumForLife()
    {
        final List<JavaField> fields = CORE.stream().flatMap((one) -> one.getFields().stream())
            .filter((field) -> field.getRawType().getBaseComponentType().isAssignableTo(Quorum.class))
            .toList();

        assertThat(fields).filteredOn((field) -> !isIn(KEEPING, field))
            .hasSameSizeAs(COUNTING)
            .allMatch((field) -> isIn(COUNTING, field) && !field.getModifiers().contains(FINAL));
    }

    private static boolean isIn(final List<Class<?>> classes, final JavaField field)
    {
        return belongToAnyOf(classes.toArray(Class<?>[]::new)).test(field.getOwner());
    }

    /**
     * A machine that asked them would go by nodes of the past.
     */
    @Test
    void shouldAskTheSettingsOnceOnly()
    {
        noClasses().that().resideInAPackage("dev.redlock.engine..")
            .and(not(belongToAnyOf(EngineConfig.class, Nodes.class)))
            .should().callMethod(EngineConfig.class, "quorum").check(CORE);
        noClasses().that(are(not(belongToAnyOf(Nodes.class))))
            .should().callConstructor(Members.class, Slots.class, Quorum.class).check(CORE);
    }

    /**
     * Read out of the sources, as bytecode does not show where a size comes from. An array whose size is
     * known when it is compiled is not by node.
     */
    @Test
    void shouldSizeArraysByNodeInOnePlace() throws IOException
    {
        final Set<String> sizes = new TreeSet<>();
        for (final Path file : sources())
        {
            final String name = file.getFileName().toString().replace(".java", "");
            final String text = Files.readString(file);
            NEW_ARRAY.matcher(text).results().flatMap((made) -> DIMENSION.matcher(made.group(1)).results())
                .map((dimension) -> dimension.group(1)).filter((size) -> !CONSTANT.matcher(size).matches())
                .forEach((size) -> sizes.add(name + ": " + size));
            Stream.of(ARRAY_TYPE, COPY, ATOMIC_ARRAY)
                .map((pattern) -> pattern.matcher(text)).flatMap(Matcher::results)
                .map((result) -> result.group()).filter((made) -> !BY_SLOTS.matcher(made).matches())
                .forEach((made) -> sizes.add(name + ": " + made));
        }

        assertThat(sizes).isEqualTo(NOT_BY_NODE);
    }

    private static List<Path> sources() throws IOException
    {
        try (Stream<Path> files = Files.walk(SOURCES))
        {
            return files.filter((file) -> file.toString().endsWith(".java") && !file.endsWith("Slots.java") &&
                BY_NODE.stream().anyMatch((part) -> file.startsWith(SOURCES.resolve(part)))).toList();
        }
    }
}
