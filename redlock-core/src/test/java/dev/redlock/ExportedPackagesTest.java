// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import dev.redlock.quorum.Drift;

/**
 * What a user can name stays the same from release to release, so it may not show what is free to change.
 * Drift is exported alone of its package; the build's list for Javadoc and japicmp says the same.
 */
class ExportedPackagesTest
{
    private static final Set<String> EXPORTED =
        Set.of("dev.redlock", "dev.redlock.outcome", "dev.redlock.spi", "dev.redlock.spi.address");

    private static final JavaClasses CORE = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.redlock");

    @Test
    void shouldShowNoInternalTypeInASignature()
    {
        codeUnits().that(describe("are exported", (unit) -> isExported(unit.getOwner()) &&
            (unit.getModifiers().contains(JavaModifier.PUBLIC) ||
            unit.getModifiers().contains(JavaModifier.PROTECTED))))
            .should().haveRawReturnType(describe("a user's", ExportedPackagesTest::isForUsers))
            .andShould().haveRawParameterTypes(describe("a user's", ExportedPackagesTest::areForUsers))
            .check(CORE);
    }

    private static boolean areForUsers(final List<JavaClass> types)
    {
        return types.stream().allMatch(ExportedPackagesTest::isForUsers);
    }

    private static boolean isForUsers(final JavaClass type)
    {
        final JavaClass base = type.getBaseComponentType();

        return !base.getPackageName().startsWith("dev.redlock") || isExported(base);
    }

    private static boolean isExported(final JavaClass type)
    {
        return type.isEquivalentTo(Drift.class) ||
            EXPORTED.contains(type.getPackageName()) && type.getModifiers().contains(JavaModifier.PUBLIC);
    }
}
