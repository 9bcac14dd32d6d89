// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How the commands say what they found: prose, tables, JSON and progress, to a terminal, a file or a pipe.
 */
package dev.redlock.cli.output;
