// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/**
 * A transport sees the SPI and RESP, and nothing else of ours: it carries and does not decide.
 */
class DependencyDirectionTest
{
    private static final String TRANSPORT = "dev.redlock.transport.netty..";
    private static final String SPI = "dev.redlock.spi..";
    private static final String RESP = "dev.redlock.transport.resp..";

    @Test
    void shouldDependOnTheSpiAndRespAndOnNothingElseOfOurs()
    {
        noClasses().that().resideInAPackage(TRANSPORT)
            .should().dependOnClassesThat(are(resideInAPackage("dev.redlock..")
                .and(not(resideInAPackage(SPI)))
                .and(not(resideInAPackage(RESP)))
                .and(not(resideInAPackage(TRANSPORT)))))
            .check(new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.redlock.transport.netty"));
    }
}
