// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

/**
 * The native command, if any, by which a node deletes a key only if its value is the token.
 */
public enum CompareAndDelete
{
    /**
     * The node has none, or may not say: the release script does it.
     */
    NONE,

    /**
     * {@code DELIFEQ key token}: Valkey 9.0 and later.
     */
    DELIFEQ,

    /**
     * {@code DELEX key IFEQ token}: Redis 8.4, Valkey 9.2 and later. Without its condition it deletes
     * whatever is there.
     */
    DELEX,

    /**
     * {@code CAD key token}: Tair.
     */
    CAD
}
