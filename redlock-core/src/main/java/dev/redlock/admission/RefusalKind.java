// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

/**
 * Whether a node was refused, and whether asking again can help.
 */
public enum RefusalKind
{
    /**
     * Not refused.
     */
    NONE,

    /**
     * The node is not ready: it loads, is busy, has too many clients. Asking again soon can help.
     */
    TEMPORARY,

    /**
     * Password, role, duplicate address, database, script: asking again cannot help until somebody changes
     * something.
     */
    CONFIGURATION
}
