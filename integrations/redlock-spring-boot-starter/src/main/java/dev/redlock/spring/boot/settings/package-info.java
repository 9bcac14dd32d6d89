// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What the properties do to a builder, and how a refusal of the builder is told in the words of the
 * properties. Public for the rest of the starter only.
 */
@NullMarked
package dev.redlock.spring.boot.settings;

import org.jspecify.annotations.NullMarked;
