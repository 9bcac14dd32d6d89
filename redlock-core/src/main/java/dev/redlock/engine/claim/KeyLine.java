// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

/**
 * The claims of one client for one key, in line. Its holder talks to the nodes or has the lock, and shares
 * the line with nobody; the others wait here without asking a node. One per key and engine; only the engine
 * uses it.
 */
public class KeyLine extends ClaimList<KeyLine.Place>
{
    private static final long WANTED_NS = 1_000_000_000;

    private Claim holder;

    /*
     * The highest fencing token that a node has told of.
     */
    private long lastToken;

    /*
     * Until when other clients that want the key are believed to be there, 0 if none was seen; when the
     * present turn of this line began, how often it has won since, and how often its turns have doubled; when
     * it was left last. Wins and doublings are counted as far as anybody asks.
     */
    private long othersUntilNs;
    private long turnStartNs;
    private long leftNs;
    private byte winsInTurn;
    private byte doublings;
    private boolean hasHadItsTurn;

    /*
     * Whether others wait in line at the nodes, as far as these have told. Threads of callers may look, too:
     * to one that looks too early it is false.
     */
    private boolean isWanted;

    /**
     * Null if nobody has the line.
     */
    public Claim holder()
    {
        return holder;
    }

    void enter(final Claim claim)
    {
        assert holder == null : "two claims of one client have a line: both would hold";

        holder = claim;
    }

    /*
     * The holder leaves, and the next one has the line; null for nobody.
     */
    void leave(final Claim next, final long nowNs)
    {
        holder = next;
        leftNs = nowNs;
    }

    public long lastToken()
    {
        return lastToken;
    }

    public void learnToken(final long token)
    {
        lastToken = token;
    }

    /**
     * Clients other than ours want the key, and are believed to until then.
     */
    public void seeOthers(final long untilNs)
    {
        othersUntilNs = untilNs;
        winsInTurn = 0;
        doublings = 0;
    }

    /**
     * One of ours has the lock.
     */
    public void won(final long nowNs)
    {
        hasHadItsTurn = true;
        turnStartNs = winsInTurn == 0 ? nowNs : turnStartNs;
        winsInTurn += winsInTurn < Byte.MAX_VALUE ? 1 : 0;
    }

    /**
     * Others have their chance; after that it is our turn.
     *
     * @return whether it was theirs.
     */
    public boolean takeOthersTurn(final long nowNs)
    {
        final boolean isTheirs = hasHadItsTurn && othersUntilNs != 0 && nowNs - othersUntilNs < 0;
        othersUntilNs = nowNs - othersUntilNs < 0 ? othersUntilNs : 0;
        hasHadItsTurn = false;

        return isTheirs;
    }

    /**
     * Leaves the key alone for a while.
     */
    public void endTurn(final boolean isNextLonger)
    {
        winsInTurn = 0;
        doublings += isNextLonger ? 1 : 0;
        hasHadItsTurn = false;
    }

    /**
     * Others could have had the key: the turn begins with the next win.
     */
    public void beginTurn()
    {
        winsInTurn = 0;
    }

    /**
     * Others wait in line at the nodes, or none does any more.
     */
    public void want(final boolean isWantedNow)
    {
        isWanted = isWantedNow;
    }

    public boolean isWanted()
    {
        return isWanted;
    }

    /**
     * Whether others were known to wait when the line was left a moment ago, and so probably still do.
     */
    public boolean isWantedSince(final long nowNs)
    {
        return isWanted && nowNs - leftNs < WANTED_NS;
    }

    public int winsInTurn()
    {
        return winsInTurn;
    }

    public long turnStartNs()
    {
        return turnStartNs;
    }

    public int doublings()
    {
        return doublings;
    }

    public long leftNs()
    {
        return leftNs;
    }

    /**
     * A claim's place in the line of a key. While the claim has the line its place may be in another list.
     */
    public static final class Place extends ClaimList.Link<Place>
    {
        public final Claim claim;
        public final KeyLine line;

        Place(final Claim claim, final KeyLine line)
        {
            this.claim = claim;
            this.line = line;
        }

        /**
         * It waits in no list any more.
         */
        public void leaveList()
        {
            if (list != null)
            {
                list.remove(this);
            }
        }
    }
}
