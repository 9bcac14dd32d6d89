// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission.marker;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.TreeSet;

import dev.redlock.spi.address.NodeAddress;

/**
 * What all clients of some nodes must agree on, so that any two of their quorums share a node, and what one
 * node may have forgotten is over when somebody counts on it.
 *
 * @param epoch        grows with what becomes of the declaration: its state, and four for each time that the
 *                     same list was retired before.
 * @param fingerprint  of the nodes, by their seats; 16 hexadecimal digits.
 * @param nodes        how many there are.
 * @param quorum       how many votes are needed.
 * @param longestTtlMs longest time to live that any client uses, in milliseconds.
 */
public record Deployment(long epoch, String fingerprint, int nodes, int quorum, long longestTtlMs)
{
    private static final int FINGERPRINT_BYTES = 8;
    private static final int STATES = State.values().length;

    /**
     * What becomes of a declaration. A node votes in one state only.
     */
    public enum State
    {
        /**
         * Not known to be on all nodes.
         */
        PENDING,

        /**
         * All nodes have had it.
         */
        VOTING,

        /**
         * It is being taken back, but may have a quorum still.
         */
        RETIRING,

        /**
         * It has no quorum any more, so another declaration may take the node.
         */
        RETIRED
    }

    /**
     * A deployment whose nodes nobody compares.
     *
     * @param nodes        how many there are.
     * @param quorum       how many votes are needed.
     * @param longestTtlMs longest time to live, in milliseconds.
     * @return of epoch 1.
     */
    public static Deployment ofUnknownNodes(final int nodes, final int quorum, final long longestTtlMs)
    {
        return new Deployment(
            State.VOTING.ordinal(), "0".repeat(2 * FINGERPRINT_BYTES), nodes, quorum, longestTtlMs);
    }

    /**
     * A deployment of nodes whose seats are known, not yet declared on all of them.
     *
     * @param seats        of the nodes, in any order.
     * @param quorum       how many votes are needed.
     * @param longestTtlMs longest time to live, in milliseconds.
     * @return pending, and never retired.
     */
    public static Deployment of(final Collection<String> seats, final int quorum, final long longestTtlMs)
    {
        final String text = seats.size() + "|" + quorum + "|" + longestTtlMs + "|" +
            String.join("|", new TreeSet<>(seats));

        return new Deployment(0, digest(text), seats.size(), quorum, longestTtlMs);
    }

    /**
     * The seat of a node: whoever lists it under this address finds the same, and no list needs to be kept.
     * Passwords, TLS and the database are not part of it.
     *
     * @param address where it was when it was declared.
     * @return 16 hexadecimal digits.
     */
    public static String seat(final NodeAddress address)
    {
        return digest(address.socketPath() == null ?
            address.host() + ":" + address.port() : "unix:" + address.socketPath());
    }

    /**
     * What has become of it.
     *
     * @return its state.
     */
    public State state()
    {
        return State.values()[(int)(epoch % STATES)];
    }

    /**
     * The same declaration in another state.
     *
     * @param state that it is in.
     * @return a deployment.
     */
    public Deployment in(final State state)
    {
        return inEpoch(epoch - epoch % STATES + state.ordinal());
    }

    /**
     * Another declaration of the same nodes, after this one was retired.
     *
     * @return pending.
     */
    public Deployment again()
    {
        return inEpoch(epoch - epoch % STATES + STATES);
    }

    private Deployment inEpoch(final long newEpoch)
    {
        return new Deployment(newEpoch, fingerprint, nodes, quorum, longestTtlMs);
    }

    static String digest(final String text)
    {
        try
        {
            final byte[] digest = MessageDigest.getInstance("SHA-256")
                .digest(text.getBytes(StandardCharsets.UTF_8));

            return HexFormat.of().formatHex(digest, 0, FINGERPRINT_BYTES);
        }
        catch (final NoSuchAlgorithmException ex)
        {
            throw new IllegalStateException("every Java platform must provide SHA-256", ex);
        }
    }
}
