// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.TreeSet;

/**
 * What all clients of some nodes must agree on, so that any two of their quorums share a node, and what one
 * node may have forgotten is over when somebody counts on it.
 *
 * @param epoch        0 until all nodes have been declared; then the number of the declaration.
 * @param fingerprint  of the nodes, by their seats; 16 hexadecimal digits.
 * @param nodes        how many there are.
 * @param quorum       how many votes are needed.
 * @param longestTtlMs longest time to live that any client uses, in milliseconds.
 */
public record Deployment(long epoch, String fingerprint, int nodes, int quorum, long longestTtlMs)
{
    private static final int FINGERPRINT_BYTES = 8;

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
        return new Deployment(1, "0".repeat(2 * FINGERPRINT_BYTES), nodes, quorum, longestTtlMs);
    }

    /**
     * A deployment of nodes whose seats are known, not yet declared on all of them.
     *
     * @param seats        of the nodes, in any order.
     * @param quorum       how many votes are needed.
     * @param longestTtlMs longest time to live, in milliseconds.
     * @return of epoch 0.
     */
    public static Deployment of(final Collection<String> seats, final int quorum, final long longestTtlMs)
    {
        final String text = seats.size() + "|" + quorum + "|" + longestTtlMs + "|" +
            String.join("|", new TreeSet<>(seats));

        return new Deployment(0, digest(text), seats.size(), quorum, longestTtlMs);
    }

    /**
     * The same in another epoch.
     *
     * @param newEpoch its number.
     * @return a deployment.
     */
    public Deployment inEpoch(final long newEpoch)
    {
        return new Deployment(newEpoch, fingerprint, nodes, quorum, longestTtlMs);
    }

    private static String digest(final String text)
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
