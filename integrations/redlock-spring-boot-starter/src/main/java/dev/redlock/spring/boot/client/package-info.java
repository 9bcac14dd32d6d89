// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The client as a bean, from the start of an application to its shutdown; what fails at the start is
 * explained here. Nothing but the configuration is for users.
 */
@NullMarked
package dev.redlock.spring.boot.client;

import org.jspecify.annotations.NullMarked;
