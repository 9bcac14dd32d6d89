// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.integration;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class DependencyDirectionTest
{
    @Test
    void shouldNeedOnlyWhatUsersCanNameAndWordsForPeople()
    {
        classes().that().resideInAPackage("dev.redlock.spring.integration")
            .should().onlyDependOnClassesThat().resideInAnyPackage("java..", "org.jspecify..",
                "org.springframework..", "dev.redlock", "dev.redlock.outcome", "dev.redlock.text",
                "dev.redlock.spring.integration")
            .check(new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.redlock.spring.integration"));
    }
}
