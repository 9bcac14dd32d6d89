// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/**
 * RESP is spoken without any client library: byte arrays in, byte arrays out.
 */
class DependencyDirectionTest
{
    private static final String RESP = "dev.redlock.transport.resp..";
    private static final String SPI = "dev.redlock.spi..";
    private static final String TEXT = "dev.redlock.text";

    @Test
    void shouldDependOnTheSpiAndOnWordsForPeopleAndOnNothingElse()
    {
        noClasses().that().resideInAnyPackage(RESP)
            .should().dependOnClassesThat(
                are(not(resideInAnyPackage("java..", "javax.net.ssl..", SPI, TEXT, RESP))))
            .check(new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.redlock.transport.resp"));
    }
}
