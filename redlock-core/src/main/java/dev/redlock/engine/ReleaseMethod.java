// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

/**
 * How a node is told to delete a key only if its value is the token.
 */
public enum ReleaseMethod
{
    /**
     * The release script, by its SHA-1. Every server can.
     */
    SCRIPT,

    /**
     * The release script, as text, and so the script that extends: the node may not run either by its SHA-1.
     */
    TEXT,

    /**
     * {@code DELIFEQ key token}: Valkey 9.0 and later.
     */
    DELIFEQ,

    /**
     * {@code DELEX key IFEQ token}: Redis 8.4, Valkey 9.2 and later. Never sent without its condition.
     */
    DELEX,

    /**
     * {@code CAD key token}: Tair.
     */
    CAD
}
