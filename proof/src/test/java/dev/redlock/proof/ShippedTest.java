// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What runs in production does not rest on what is for tests.
 */
class ShippedTest
{
    @Test
    @Tag("proof")
    void shouldNotRestOnTheTestKit()
    {
        noClasses().that().resideOutsideOfPackages(
            "dev.redlock.test..", "dev.redlock.tck..", "dev.redlock.client.tck..", "dev.redlock.proof..",
            "dev.redlock.cli.demo", "dev.redlock.cli.bench")
            .and().doNotHaveFullyQualifiedName("dev.redlock.cli.Rehearsal").should()
            .dependOnClassesThat().resideInAnyPackage("dev.redlock.test..", "dev.redlock.tck..")
            .because("only demo and bench, and what is tried for the launcher, start servers")
            .check(new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.redlock"));
    }
}
