/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.transport.lettuce;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/**
 * A transport sees the SPI and nothing else of ours: it carries, and whoever decides is none of its business.
 */
class DependencyDirectionTest
{
    private static final String TRANSPORT = "dev.redlock.transport.lettuce..";
    private static final String SPI = "dev.redlock.spi..";

    @Test
    void shouldDependOnTheSpiAndOnNothingElseOfOurs()
    {
        noClasses().that().resideInAPackage(TRANSPORT)
            .should().dependOnClassesThat(are(resideInAPackage("dev.redlock..")
                .and(not(resideInAPackage(SPI)))
                .and(not(resideInAPackage(TRANSPORT)))))
            .allowEmptyShould(true)
            .check(new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.redlock"));
    }
}
