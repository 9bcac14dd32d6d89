// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.scripts;

/**
 * How a node is told to delete a key only if its value is the token.
 */
public enum ReleaseMethod
{
    /**
     * The release script, by its SHA-1. Every server has it.
     */
    SCRIPT,

    /**
     * The release script, as text, and likewise every other script of a lock, those that acquire and extend
     * among them: the node's user may not run scripts by their SHA-1.
     */
    TEXT,

    /**
     * {@code DELIFEQ key token}: Valkey 9.0 and later.
     */
    DELIFEQ,

    /**
     * {@code DELEX key IFEQ token}: Redis 8.4, Valkey 9.2 and later. Without its condition it deletes any
     * value, so it is never sent without.
     */
    DELEX,

    /**
     * {@code CAD key token}: Tair.
     */
    CAD
}
