// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a node in memory keeps, and the commands that it knows. Public for the model only.
 */
package dev.redlock.test.memory.commands;
