// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * {@code chaos}: load over real servers under faults, and the check that it did no harm.
 */
package dev.redlock.cli.chaos;
