// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Judges a history: the invariants, who collects what broke them, the check that no two held one lock at a
 * time, and the verdict. The check for exclusion serves the chaos run as well.
 */
package dev.redlock.proof.simulation.judge;
