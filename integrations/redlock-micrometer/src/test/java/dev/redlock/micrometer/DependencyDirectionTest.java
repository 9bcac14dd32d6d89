// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class DependencyDirectionTest
{
    @Test
    void shouldNeedOnlyWhatUsersCanName()
    {
        classes().that().resideInAPackage("dev.redlock.micrometer")
            .should().onlyDependOnClassesThat().resideInAnyPackage("java..", "org.jspecify..",
                "io.micrometer.core..", "org.HdrHistogram..", "dev.redlock", "dev.redlock.outcome",
                "dev.redlock.micrometer")
            .check(new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.redlock.micrometer"));
    }
}
