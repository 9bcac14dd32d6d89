// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission.marker;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a node of level STRICT keeps beside the locks, so that it tells when it has lost them: whoever empties
 * or swaps its data takes the marker away with them. It never changes while the data stay.
 * <p>
 * Its text begins with its version and the incarnation, a separator behind each: the engine and the scripts
 * compare these bytes to tell other data from another declaration.
 *
 * @param incarnation of the data: 32 random hexadecimal digits, new with every marker.
 * @param deployment  that the node belongs to.
 * @param database    that the marker was written in.
 * @param seat        stands for the node whatever its incarnation: 16 hexadecimal digits.
 * @param run         of which process and history the node was when the marker was written: 8 hexadecimal
 *                    digits of its run id, and 8 of its replication id; or 16 of the run id; or a hyphen.
 * @param born        when it was written.
 */
public record Marker(
    String incarnation, Deployment deployment, int database, String seat, String run, Birth born)
{
    /**
     * What follows the prefix of all keys in the name of its key.
     */
    public static final String NAME = "redlock:inc";

    private static final Pattern FORM = Pattern.compile(
        "[12]\\|([0-9a-f]{32})\\|(\\d{1,9})\\|([0-9a-f]{16})\\|(\\d{1,3})\\|(\\d{1,3})\\|(\\d{1,9})\\|" +
        "(\\d{1,12})\\|([0-9a-f]{16})\\|([0-9a-f]{16}|-)\\|(\\d{1,17})\\|(\\d{1,17})");
    private static final String LIVING = "1|";

    /*
     * Versions of this library that know no retired declarations take it for a marker of a later one.
     */
    private static final String RETIRED = "2|";
    private static final int RUN_LENGTH = 16;
    private static final int PART_LENGTH = RUN_LENGTH / 2;
    private static final String NO_RUN = "-";

    /**
     * When a marker was written, by two clocks, so that one that is set alone makes nothing older.
     *
     * @param nodeUs time of the node in microseconds.
     * @param wallUs time of the client that wrote it.
     */
    public record Birth(long nodeUs, long wallUs)
    {
        /**
         * Of nodes that were declared before anybody used them: nothing can have been forgotten.
         */
        public static final Birth BEFORE_USE = new Birth(0, 0);

        /**
         * Of a marker that is written now; never before all use, whatever the clocks say.
         *
         * @param nodeUs time of the node in microseconds.
         * @param wallUs time of the client.
         * @return both, at least 1.
         */
        public static Birth of(final long nodeUs, final long wallUs)
        {
            return new Birth(Math.max(1, nodeUs), Math.max(1, wallUs));
        }

        /**
         * How long ago that was for certain.
         *
         * @param now by the same clocks.
         * @return microseconds, 0 or more.
         */
        public long ageUs(final Birth now)
        {
            return equals(BEFORE_USE) ? Long.MAX_VALUE :
                Math.max(0, Math.min(now.nodeUs - nodeUs, now.wallUs - wallUs));
        }
    }

    /**
     * Reads a marker.
     *
     * @param bytes of the value.
     * @return null if this is no marker, or one of a later version.
     */
    public static Marker parse(final byte[] bytes)
    {
        final Matcher parts = FORM.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
        if (!parts.matches())
        {
            return null;
        }
        final Deployment deployment = new Deployment(Long.parseLong(parts.group(2)), parts.group(3),
            Integer.parseInt(parts.group(4)), Integer.parseInt(parts.group(5)),
            Long.parseLong(parts.group(7)));

        return new Marker(parts.group(1), deployment, Integer.parseInt(parts.group(6)), parts.group(8),
            parts.group(9), new Birth(Long.parseLong(parts.group(10)), Long.parseLong(parts.group(11))));
    }

    /**
     * Its text.
     *
     * @return ASCII.
     */
    public byte[] bytes()
    {
        final String text = (isRetired() ? RETIRED : LIVING) + incarnation + "|" + deployment.epoch() + "|" +
            deployment.fingerprint() + "|" + deployment.nodes() + "|" + deployment.quorum() + "|" + database +
            "|" + deployment.longestTtlMs() + "|" + seat + "|" + run + "|" + born.nodeUs() + "|" +
            born.wallUs();

        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * The same data, when something has become of their declaration.
     *
     * @param state   of the declaration.
     * @param newBorn since when the data count.
     * @return a marker of the same incarnation.
     */
    public Marker in(final Deployment.State state, final Birth newBorn)
    {
        return new Marker(incarnation, deployment.in(state), database, seat, run, newBorn);
    }

    /**
     * Whether its node may vote, as far as its declaration goes.
     *
     * @return true if all nodes have had it, and it was not retired.
     */
    public boolean isVoting()
    {
        return deployment.state() == Deployment.State.VOTING;
    }

    /**
     * Whether its declaration is being taken back, or was.
     *
     * @return true if so: its node does not vote.
     */
    public boolean isRetired()
    {
        return deployment.state().compareTo(Deployment.State.RETIRING) >= 0;
    }

    /**
     * What markers keep of a process and its history.
     *
     * @param runId   null if the node did not say.
     * @param history likewise.
     * @return 16 hexadecimal digits, or a hyphen.
     */
    public static String run(final String runId, final String history)
    {
        return !isId(runId) ? NO_RUN : !isId(history) ? runId.substring(0, RUN_LENGTH) :
            runId.substring(0, PART_LENGTH) + history.substring(0, PART_LENGTH);
    }

    private static boolean isId(final String id)
    {
        return id != null && id.matches("[0-9a-f]{" + RUN_LENGTH + ",}");
    }

    /**
     * Whether it was written while a process ran that still runs.
     *
     * @param runId of the present process; null if the node does not say.
     * @return false if that is not known.
     */
    public boolean isOfRun(final String runId)
    {
        return isId(runId) && run.startsWith(runId.substring(0, PART_LENGTH));
    }

    /**
     * Whether it was written while another process ran than the present one.
     *
     * @param runId of the present process; null if the node does not say.
     * @return false if that is not known.
     */
    public boolean isOfEarlierRun(final String runId)
    {
        return !run.equals(NO_RUN) && isId(runId) && !isOfRun(runId);
    }

    /**
     * Whether it was written while another process ran, or in another history: the data may be old ones that
     * have come back.
     *
     * @param runId   of the present process; null if the node does not say.
     * @param history of its data; likewise.
     * @return false if that is not known.
     */
    public boolean isOfAnother(final String runId, final String history)
    {
        return isOfEarlierRun(runId) || isOfRun(runId) && isId(history) && !isOfHistory(history);
    }

    /**
     * Whether the data had the same history when it was written: the node was no replica since.
     *
     * @param history of the data; null if the node does not say.
     * @return false if that is not known.
     */
    public boolean isOfHistory(final String history)
    {
        return isId(history) && run.endsWith(history.substring(0, PART_LENGTH));
    }

    /**
     * Who is who, but for the incarnation, which would let others pass for the node.
     */
    @Override
    public String toString()
    {
        return "marker of " + deployment + ", database " + database;
    }
}
