// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The simulator: real engines over a {@link dev.redlock.test.memory.MemoryNetwork}, faults of all kinds,
 * and a checker that sees the true time and compares what clients claim with what is true.
 * {@link dev.redlock.proof.simulation.Simulation} runs histories, each from one seed; {@code campaign} runs
 * many.
 */
package dev.redlock.proof.simulation;
