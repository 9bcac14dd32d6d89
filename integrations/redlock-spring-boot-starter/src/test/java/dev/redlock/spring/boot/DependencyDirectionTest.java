// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/**
 * An integration sees what every application sees: the public packages of core.
 */
class DependencyDirectionTest
{
    @Test
    void shouldDependOnThePublicApiAndOnNothingElseOfOurs()
    {
        noClasses().that().resideInAPackage("dev.redlock.spring.boot..")
            .should().dependOnClassesThat(are(resideInAPackage("dev.redlock..")
                .and(not(resideInAnyPackage("dev.redlock", "dev.redlock.outcome", "dev.redlock.spi..",
                    "dev.redlock.micrometer", "dev.redlock.spring.boot..")))))
            .check(new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.redlock.spring.boot"));
    }
}
