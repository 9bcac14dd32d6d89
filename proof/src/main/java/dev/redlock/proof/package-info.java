// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What is done to believe the rest: {@code chaos} on real servers, {@code simulate} in virtual time.
 */
package dev.redlock.proof;
