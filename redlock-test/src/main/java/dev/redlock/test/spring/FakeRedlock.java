// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Import;

import dev.redlock.test.FakeNodes;

/**
 * Has the application of a test run over nodes inside the JVM instead of those of {@code redlock.nodes}. Put
 * it on the class of the test, beside {@code @SpringBootTest}. It needs {@code redlock-spring-boot-starter}.
 * <p>
 * The client has the properties about locks, such as the time to live, and as many nodes as {@code
 * redlock.nodes} names, or five. A bean of type {@link FakeNodes} takes nodes down, lets
 * time pass, and lets others hold a lock. All tests with the same context share the nodes: bring back what
 * you took down, and {@code skip} two minutes, as a node that has restarted does not vote at first. An
 * application that makes its client itself makes it of {@code FakeNodes.builder()} in its tests.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Import(FakeRedlockConfiguration.class)
public @interface FakeRedlock
{
}
