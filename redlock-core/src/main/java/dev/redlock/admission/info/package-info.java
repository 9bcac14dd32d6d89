// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Reads what servers say: {@code INFO} as text or in place, {@code TIME}, and words that are to be quoted.
 * Knows names, not meanings.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.admission.info;
