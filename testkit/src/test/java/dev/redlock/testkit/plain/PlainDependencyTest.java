// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.testkit.plain;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class PlainDependencyTest
{
    @Test
    void shouldSeeTheSpiAndRespAndNothingElseOfOurs()
    {
        classes().that().resideInAPackage("dev.redlock.testkit.plain")
            .should().onlyDependOnClassesThat()
            .resideInAnyPackage(
                "java..", "dev.redlock.spi", "dev.redlock.testkit.server", "dev.redlock.testkit.plain")
            .because("it shows what a transport needs")
            .check(new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.redlock.testkit"));
    }
}
