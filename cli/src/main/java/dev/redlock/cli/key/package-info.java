// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What operators do with one key: {@code inspect} and {@code release}.
 */
package dev.redlock.cli.key;
