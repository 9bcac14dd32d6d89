/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.engine;

/**
 * The claims of one client for one key, in line: the active one talks to the nodes or holds; the others wait
 * here and trouble no node. Made by whoever makes the claims, one per key and engine; touched by the engine
 * only.
 */
public class KeyLine
{
    /*
     * Others are known by their keys on the nodes, and are as good as gone some time after the last of them
     * was seen. While they are there, whoever had the lock gives way to them once before he takes it again:
     * a client that releases and acquires in one breath is always faster than those that wait and try.
     */
    Claim active;
    KeyLine nextReady;
    boolean isReady;
    private Claim first;
    private Claim last;
    private long othersUntilNs;
    private boolean hasSeenOthers;
    private boolean hasHadItsTurn;

    /**
     * Clients other than ours want the key, presumably until then.
     */
    void seeOthers(final long untilNs)
    {
        hasSeenOthers = true;
        othersUntilNs = untilNs;
    }

    /**
     * One of ours has the lock.
     */
    void takeTurn()
    {
        hasHadItsTurn = true;
    }

    /**
     * Whether it is others' turn; after that it is ours again.
     */
    boolean giveWay(final long nowNs)
    {
        hasSeenOthers &= nowNs - othersUntilNs < 0;
        final boolean isOthersTurn = hasSeenOthers && hasHadItsTurn;
        hasHadItsTurn = false;

        return isOthersTurn;
    }

    void add(final Claim claim)
    {
        claim.nextInLine = null;
        claim.previousInLine = last;
        if (last == null)
        {
            first = claim;
        }
        else
        {
            last.nextInLine = claim;
        }
        last = claim;
    }

    void remove(final Claim claim)
    {
        if (claim.previousInLine == null)
        {
            first = claim.nextInLine;
        }
        else
        {
            claim.previousInLine.nextInLine = claim.nextInLine;
        }
        if (claim.nextInLine == null)
        {
            last = claim.previousInLine;
        }
        else
        {
            claim.nextInLine.previousInLine = claim.previousInLine;
        }
        claim.nextInLine = null;
        claim.previousInLine = null;
    }

    Claim first()
    {
        return first;
    }
}
