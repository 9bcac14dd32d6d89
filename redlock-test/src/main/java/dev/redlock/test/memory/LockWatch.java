// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

/**
 * Sees every lock command that a node executes, at that instant. For checkers, which may know more than any
 * client.
 */
public interface LockWatch
{
    /**
     * A node executed SET, or a script that did so, for the one that sent it.
     *
     * @param nodeIndex of the node.
     * @param token     that was to be set; not a copy.
     * @param ttlMs     of the key now, of any owner; negative if there is none.
     * @param isGranted whether it was set.
     */
    void onSet(int nodeIndex, byte[] token, long ttlMs, boolean isGranted);

    /**
     * A node executed a script that set the lock for one that waits in line, and was sent by another.
     *
     * @param nodeIndex of the node.
     * @param token     of the one that waits; not a copy.
     * @param ttlMs     of the key.
     */
    void onGiven(int nodeIndex, byte[] token, long ttlMs);

    /**
     * What a node has set, for whomever, it has set with a fencing token: comes before {@link #onSet} and
     * {@link #onGiven}.
     *
     * @param nodeIndex    of the node.
     * @param token        that has the lock; not a copy.
     * @param fencingToken of the lock there.
     */
    void onFence(int nodeIndex, byte[] token, long fencingToken);

    /**
     * A node executed an extension, also one by a script that found what it was to set, or was told how long
     * to keep the key after its release.
     *
     * @param nodeIndex   of the node.
     * @param token       of the extending client; not a copy.
     * @param ttlBeforeMs of the key before, of any owner; negative if there was none.
     * @param ttlMs       that the key has now; negative if there is none.
     * @param isGranted   whether the node granted it.
     */
    void onExtend(int nodeIndex, byte[] token, long ttlBeforeMs, long ttlMs, boolean isGranted);

    /**
     * A node executed a release.
     *
     * @param nodeIndex of the node.
     * @param token     that was released; not a copy.
     * @param isDeleted whether the key was there with that token.
     */
    void onRelease(int nodeIndex, byte[] token, boolean isDeleted);
}
