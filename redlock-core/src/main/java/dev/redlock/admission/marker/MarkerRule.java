// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission.marker;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.LongSupplier;

/**
 * What a client of level STRICT expects of the markers of its nodes.
 *
 * @param key    of the marker on each node.
 * @param ours   what the client is set to; its fingerprint means nothing.
 * @param wallUs the client's wall clock, in microseconds.
 * @param random of incarnations.
 */
public record MarkerRule(byte[] key, Deployment ours, LongSupplier wallUs, LongSupplier random)
{
    private static final int MS_PER_SECOND = 1_000;

    /**
     * The key of the marker.
     *
     * @param prefix of all keys.
     * @return the key.
     */
    public static byte[] key(final byte[] prefix)
    {
        final byte[] name = Marker.NAME.getBytes(StandardCharsets.US_ASCII);
        final byte[] key = Arrays.copyOf(prefix, prefix.length + name.length);
        System.arraycopy(name, 0, key, prefix.length, name.length);

        return key;
    }

    /**
     * The key as text, for commands and messages.
     *
     * @return text whose UTF-8 form is the key.
     */
    public String keyText()
    {
        return new String(key, StandardCharsets.UTF_8);
    }

    /**
     * What matches all keys of locks.
     *
     * @return a pattern for SCAN.
     */
    public String pattern()
    {
        final String text = keyText();

        return text.substring(0, text.length() - Marker.NAME.length())
            .replaceAll("[\\\\*?\\[\\]^-]", "\\\\$0") + "*";
    }

    /**
     * Makes a marker.
     *
     * @param deployment that the node belongs to.
     * @param seat       of the node.
     * @param node       what it says of itself: its database, its process and the history of its data.
     * @param born       now, or before all use.
     * @return of a new incarnation.
     */
    public Marker draw(
        final Deployment deployment, final String seat, final Identity node, final Marker.Birth born)
    {
        return new Marker(draw() + draw(), deployment, node.database(), seat,
            Marker.run(node.runId(), node.history()), born);
    }

    /**
     * Draws what is to be unique.
     *
     * @return 16 hexadecimal digits.
     */
    public String draw()
    {
        return HexFormat.of().toHexDigits(random.getAsLong());
    }

    /**
     * What differs between the client and a node's declaration, in words that follow the node's name.
     *
     * @param marker   of the node.
     * @param database that the client uses there.
     * @return null if nothing does.
     */
    public String difference(final Marker marker, final int database)
    {
        final Deployment theirs = marker.deployment();

        return theirs.nodes() != ours.nodes() ?
                differs("nodes", theirs.nodes(), ours.nodes(), "list the same nodes") :
            theirs.quorum() != ours.quorum() ?
                differs("quorum", theirs.quorum(), ours.quorum(),
                    "set RedlockBuilder.quorum (in Spring Boot redlock.quorum), or --quorum, to the same") :
            theirs.longestTtlMs() != ours.longestTtlMs() ?
                differs("longestTtl", time(theirs.longestTtlMs()), time(ours.longestTtlMs()),
                    "set RedlockBuilder.longestTtl (in Spring Boot redlock.longest-ttl), or --longest-ttl, " +
                        "to the same") :
            marker.database() != database ? "has the data of database " + marker.database() +
                " in database " + database + " (SWAPDB, or a copy): give it back its own, or delete " +
                keyText() + " there" :
            null;
    }

    private static String differs(
        final String what, final Object declared, final Object here, final String remedy)
    {
        return "was declared with " + what + " " + declared + ", but this client has " + here + ": " +
            remedy + " in all clients; to change it, say 'redlock init --retire', then 'redlock init " +
            "--in-use' with the new one";
    }

    /*
     * As the settings are written.
     */
    private static String time(final long ms)
    {
        return ms % MS_PER_SECOND == 0 ? ms / MS_PER_SECOND + "s" : ms + "ms";
    }

    /**
     * Of a node when its marker is written.
     *
     * @param database that is used there.
     * @param runId    of its process; null if it did not say.
     * @param history  of its data, {@code master_replid}; null if it did not say.
     */
    public record Identity(int database, String runId, String history)
    {
    }
}
