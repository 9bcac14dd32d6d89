// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * When a claim that has its line is tried again, which {@code Waits} says: {@code Delays} draws how long a
 * pause is, {@code Capacity} knows whether an attempt could win at all, {@code Turns} when the key is left to
 * other clients.
 * <p>
 * It sends nothing. What it finds out stands in claims and their lines; docs/design.md lists who writes what
 * there.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.engine.wait;
