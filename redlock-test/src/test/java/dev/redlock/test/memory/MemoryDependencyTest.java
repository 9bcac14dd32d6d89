// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import dev.redlock.scripts.Scripts;

class MemoryDependencyTest
{
    @Test
    void shouldSeeTheSpiAndNothingElseOfOurs()
    {
        classes().that().resideInAPackage("dev.redlock.test.memory..")
            .should().onlyDependOnClassesThat(
                resideInAnyPackage("java..", "dev.redlock.spi..", "dev.redlock.test.memory..")
                    .or(equivalentTo(Scripts.class)))
            .because("it is a transport like any other, but for a watcher that wants to know what scripts do")
            .check(new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.redlock.test"));
    }
}
