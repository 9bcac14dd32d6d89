// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.operators;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.redlock.engine.settings.WaitRule;
import dev.redlock.runtime.tokens.OwnerTag;
import dev.redlock.spi.Answer;
import dev.redlock.text.Printable;

/**
 * The ticket of one that waits in line, as a node has it. Without the owner token, which is a secret.
 *
 * @param tag     of the owner token.
 * @param name    of the client, for people.
 * @param sinceUs when it came, in microseconds since 1970 of the nodes' time.
 * @param agedUs  for how long it has waited, by the clock of the node.
 * @param seenMs  how long ago it was renewed; negative if that was after the node had told its time.
 */
public record SeenTicket(String tag, String name, long sinceUs, long agedUs, long seenMs)
{
    /*
     * As line.lua reads it: seen, mode, sent, digest of the marker, info.
     */
    private static final Pattern TICKET =
        Pattern.compile("(\\d{1,15})[+-]\\d+\\|[^|]*\\|(.*)", Pattern.DOTALL);
    private static final long US_PER_MS = 1_000;
    private static final int MOST_OF_A_NAME = 128;

    /*
     * The year 2286.
     */
    private static final double LATEST_US = 1e16;

    /**
     * Reads a ticket.
     *
     * @param nowUs of the node.
     * @return null if it is none of ours.
     */
    static @Nullable SeenTicket of(final Place place, final Answer ticket, final long nowUs)
    {
        final Matcher parts = TICKET.matcher(ticket.text());
        if (!parts.matches() || !(place.sinceUs() >= 0 && place.sinceUs() <= LATEST_US))
        {
            return null;
        }
        final long sinceUs = (long)place.sinceUs();

        return new SeenTicket(OwnerTag.of(place.token()), Printable.of(parts.group(2), MOST_OF_A_NAME),
            sinceUs, nowUs - sinceUs, nowUs / US_PER_MS - Long.parseLong(parts.group(1)));
    }

    /**
     * Whether somebody has this ticket renewed. The node would not wait for one that was renewed in the
     * future, as its clock was set back.
     */
    boolean isAlive(final long mostAheadMs)
    {
        return seenMs <= WaitRule.LIFE_MS && seenMs >= -mostAheadMs;
    }

    /**
     * The beginning of the tag, as {@link Sighting#fingerprint()} has it of an owner.
     *
     * @return hexadecimal.
     */
    public String fingerprint()
    {
        return OwnerTag.shown(tag);
    }
}
