// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.node;

import dev.redlock.scripts.ReleaseMethod;

/**
 * A node as it was admitted on a new connection.
 *
 * @param connectionId  number that the node gave to the connection, or a negative one if it gave none. It
 *                      stirs the source of owner tokens, so that no node votes for a token of both a process
 *                      and its copy.
 * @param releaseMethod how it deletes a key only if its value is the token.
 * @param isRestarted   whether it is another incarnation than the one that voted before: its old votes are
 *                      dropped, and its quarantine begins now, however long the new one has lived.
 * @param livedNs       how long its process has lived, for certain, in nanoseconds; matters only when a node
 *                      comes up for the first time. 0 if it does not say; {@link Long#MAX_VALUE} is for ever;
 *                      negative if it may have another's data, and nobody can say since when.
 * @param marker        what its marker must be when it votes, as it was read on this connection; not changed
 *                      afterwards. Null if the commands do not look at markers.
 * @param isEmptied     whether that is of another incarnation than on the connection before: the node's old
 *                      votes are dropped, and its quarantine begins now.
 * @param tellsTime     whether it answers TIME; without it no fenced lock is granted there.
 * @param doesWake      whether it tells this connection when the lock of a ticket is given, or wanted.
 * @param formerNodes   a bit for each node as which its process has voted, and that is not connected to it
 *                      any more: those votes are dropped.
 */
public record Admitted(long connectionId, ReleaseMethod releaseMethod, boolean isRestarted, long livedNs,
    byte[] marker, boolean isEmptied, boolean tellsTime, boolean doesWake, int formerNodes)
{
}
