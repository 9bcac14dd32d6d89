// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class TestFrameworkDependencyTest
{
    private static final JavaClasses CLASSES = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.redlock.test");

    @Test
    void shouldNeedNoTestFramework()
    {
        classes().that().resideOutsideOfPackages("dev.redlock.test.junit", "dev.redlock.test.spring")
            .should().onlyDependOnClassesThat().resideInAnyPackage("java..", "javax..", "dev.redlock..",
                "org.agrona..", "redis.embedded..")
            .because("users bring JUnit and AssertJ in versions of their own, or other frameworks")
            .check(CLASSES);
    }

    @Test
    void shouldNeedOnlyTheExtensionsApiOfJUnitForExtensions()
    {
        classes().that().resideInAPackage("dev.redlock.test.junit")
            .should().onlyDependOnClassesThat().resideInAnyPackage("java..", "dev.redlock..",
                "org.junit.jupiter.api.extension")
            .because("JUnit 5 and 6 have that in common").check(CLASSES);
    }

    @Test
    void shouldNeedNothingOfOursForSpringButWhatUsersHave()
    {
        classes().that().resideInAPackage("dev.redlock.test.spring")
            .should().onlyDependOnClassesThat().resideInAnyPackage("java..", "dev.redlock", "dev.redlock.spi",
                "dev.redlock.test", "dev.redlock.test.spring", "org.springframework..").check(CLASSES);
    }
}
