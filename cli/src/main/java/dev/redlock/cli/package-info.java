// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code redlock} command. Not an API: commands and options are the contract, classes are not.
 */
package dev.redlock.cli;
