// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What clients claim of their locks, from when to when, and the check of these intervals.
 */
package dev.redlock.proof.chaos.claim;
