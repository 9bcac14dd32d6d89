// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

/**
 * What is done to nodes, to the network and to the second process.
 */
public enum FaultClass
{
    /**
     * kill -9 of a node that keeps nothing; it comes back no earlier than the longest time to live and a
     * margin after its death.
     */
    KILL_FORGETFUL(Target.FORGETFUL_NODE),

    /**
     * kill -9 of a node with {@code appendfsync always}; it comes back at once, with its keys.
     */
    KILL_DURABLE(Target.DURABLE_NODE),

    /**
     * SIGSTOP of a node, for 10 to 500 ms.
     */
    STOP_BRIEFLY(Target.NODE),

    /**
     * SIGSTOP of a node for longer than the longest time to live.
     */
    STOP_LONG(Target.NODE),

    /**
     * CLIENT KILL of all connections of a node.
     */
    CLIENT_KILL(Target.NODE),

    /**
     * SCRIPT FLUSH on a node.
     */
    SCRIPT_FLUSH(Target.NODE),

    /**
     * Neither requests nor replies pass between a client and some nodes; what was sent arrives in the end.
     */
    PARTITION(Target.LINKS),

    /**
     * Requests pass, replies do not.
     */
    REPLIES_HELD(Target.LINKS),

    /**
     * Replies pass, requests do not, and are executed late.
     */
    REQUESTS_HELD(Target.LINKS),

    /**
     * A delay both ways, drawn anew for each piece, of up to about half the longest time to live.
     */
    LATENCY(Target.LINKS),

    /**
     * RST in the middle of a reply.
     */
    RESET_MID_REPLY(Target.LINKS),

    /**
     * The peer vanishes without a word: what is sent on present connections never arrives.
     */
    HALF_OPEN(Target.LINKS),

    /**
     * The client loses its connections and makes new ones; requests on the old ones arrive after those on
     * the new ones.
     */
    OLD_BYTES(Target.LINKS),

    /**
     * SIGSTOP of the second process for up to, or beyond, the longest time to live.
     */
    STOP_PROCESS(Target.PROCESS);

    private final Target target;

    FaultClass(final Target target)
    {
        this.target = target;
    }

    Target target()
    {
        return target;
    }

    boolean isOnNodes()
    {
        return target != Target.LINKS && target != Target.PROCESS;
    }

    /**
     * The target.
     */
    enum Target
    {
        NODE,
        FORGETFUL_NODE,
        DURABLE_NODE,
        LINKS,
        PROCESS
    }
}
