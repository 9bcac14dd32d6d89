// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;

/**
 * Something that is said to nodes: one of {@link Commands}, at the place of its id.
 *
 * @param template how it is written, and which replies it can have.
 * @param kind     what it is for.
 * @param isScript whether it is a script of ours, and no command of the server's own.
 * @param withText the same with the text of its script, for after an error that this avoids; null if it names
 *                 no script by digest.
 */
public record NodeCommand(
    CommandTemplate template, OperationKind kind, boolean isScript, NodeCommand withText)
{
    /**
     * Number slot of the time to live.
     */
    public static final int TTL = 0;

    /**
     * Number slot of the number that a heartbeat must bring back.
     */
    public static final int NONCE = 0;

    /**
     * Byte slot of the marker that a node must have.
     */
    public static final int MARKER = 1;

    /**
     * Number slot of the fencing token.
     */
    public static final int FENCING_TOKEN = 1;

    /**
     * Number slots of one that waits in line: since when, in microseconds; how many milliseconds after its
     * token was drawn it asks; whether it asks for the key, or only keeps its place.
     */
    public static final int SINCE = 2;
    public static final int DRAWN_MS = 3;
    public static final int TAKE = 4;

    /**
     * Number slot of a release: whether the next in line gets the key.
     */
    public static final int GIVE = 2;

    /**
     * Number slot of a release: the fencing token with which the next in line gets the key.
     */
    public static final int NEXT_TOKEN = 3;

    /**
     * What follows the key of a lock in the names of its line, and of the tickets of those in it.
     */
    public static final String LINE = ":line";
    public static final String TICKETS = ":tickets";

    /**
     * What follows the key of a lock in the name of its fence.
     */
    public static final String FENCE = ":fence";

    /**
     * As a node takes it: one that keeps no scripts gets the text at once.
     */
    NodeCommand by(final ReleaseMethod method)
    {
        return method == ReleaseMethod.TEXT && withText != null ? withText : this;
    }

    /**
     * Whether a node only lacks a script whose digest it got. It will get the text; after a flush of scripts
     * this is normal, not an error.
     */
    public boolean isScriptMissing(final Reply reply)
    {
        return withText != null && reply.errorCode() == ErrorCode.NOSCRIPT;
    }
}
