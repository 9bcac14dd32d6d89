// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What can go wrong in a history, and with which of it a smaller one is left.
 */
package dev.redlock.proof.simulation.fault;
