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
