// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.port;

/**
 * What may be wrong with a node that is up. Each kind comes and goes by itself, and all end when the node is
 * admitted again.
 */
public enum Trouble
{
    /**
     * Its clock is far from another node's, and nobody can tell which of them is right; if that may still
     * change, it does not vote until then.
     */
    CLOCK,

    /**
     * It no longer says whether it is a master.
     */
    ROLE,

    /**
     * It answers releases with errors.
     */
    RELEASES,

    /**
     * It answers tickets with errors, so nobody waits in line there.
     */
    LINE,

    /**
     * It answers later than its timeout may be.
     */
    SLOWNESS,

    /**
     * It has no second connection, which durable votes need.
     */
    SECOND_CONNECTION
}
