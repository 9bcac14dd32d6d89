// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What the commands share: options, complaints, exit statuses.
 */
package dev.redlock.cli.common;
