// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Many histories at a time, what came of them, and how a seed that failed is made smaller and told.
 */
package dev.redlock.proof.simulation.campaign;
