// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

/**
 * The lines whose active claim has left, so that the next one may try. They are handled after the present
 * input, which keeps a long line from becoming a deep stack, and puts one's release before the next one's
 * acquire.
 */
public final class NextClaims
{
    private KeyLine first;
    private KeyLine last;

    public void leave(final KeyLine line, final long nowNs)
    {
        line.leave(nowNs);
        if (line.first() != null && !line.isReady)
        {
            line.isReady = true;
            line.nextReady = null;
            if (last == null)
            {
                first = line;
            }
            else
            {
                last.nextReady = line;
            }
            last = line;
        }
    }

    /**
     * The next claim, made active in its line; null if there is none.
     */
    public Claim poll()
    {
        while (first != null)
        {
            final KeyLine line = first;
            first = line.nextReady;
            if (first == null)
            {
                last = null;
            }
            line.isReady = false;

            final Claim claim = line.first();
            if (line.active == null && claim != null)
            {
                line.remove(claim);
                line.active = claim;

                return claim;
            }
        }

        return null;
    }
}
