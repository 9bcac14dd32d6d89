// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.plain;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

class PlainDependencyTest
{
    @Test
    void shouldSeeTheSpiAndRespAndNothingElseOfOurs()
    {
        classes().that().resideInAPackage("dev.redlock.tck.plain").and().haveSimpleNameStartingWith("Plain")
            .and().haveSimpleNameNotEndingWith("Test")
            .should().onlyDependOnClassesThat()
            .resideInAnyPackage(
                "java..", "dev.redlock.spi..", "dev.redlock.test.resp", "dev.redlock.tck.plain")
            .because("it shows what a transport needs")
            .check(new ClassFileImporter().importPackages("dev.redlock.tck.plain"));
    }
}
