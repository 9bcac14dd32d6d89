// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Redlock in a Spring Boot application: a client from the properties {@code redlock.*}, its health, the
 * actuator endpoint {@code redlock}, and {@link dev.redlock.spring.boot.Locked} for methods that run under a
 * lock. The page docs/spring-boot.md shows them.
 *
 * @serial exclude
 */
@NullMarked
package dev.redlock.spring.boot;

import org.jspecify.annotations.NullMarked;
