// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

/**
 * The claims of one client for one key, in line: the active one talks to the nodes or holds; the others wait
 * here without asking a node. One per key and engine; only the engine uses it.
 */
public class KeyLine extends ClaimList<Claim>
{
    public final Turns turns = new Turns();
    public Claim active;
    KeyLine nextReady;
    boolean isReady;

    /*
     * The highest fencing token that a node has told of.
     */
    public long lastToken;

    /**
     * The active claim has left.
     */
    void leave(final long nowNs)
    {
        active = null;
        turns.leave(nowNs);
    }
}
