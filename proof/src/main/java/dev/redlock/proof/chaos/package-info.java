// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The simulator's twin with real processes: locks under load while real servers are killed, stopped and cut
 * off, and a check that no two clients ever claimed the same lock at the same time.
 * <p>
 * {@link dev.redlock.proof.chaos.ChaosRun} is the whole of it. What is planned follows from a seed, when it
 * happens exactly does not: these are real processes.
 */
package dev.redlock.proof.chaos;
