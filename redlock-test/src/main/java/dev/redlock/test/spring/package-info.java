// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Applications of redlock-spring-boot-starter over nodes inside the JVM: in a test by {@link
 * dev.redlock.test.spring.FakeRedlock}, anywhere by {@code redlock.enabled=fake}. Spring Boot is an optional
 * dependency: the application brings it. Nothing outside this package needs it.
 */
package dev.redlock.test.spring;
