// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.network;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import dev.redlock.client.tck.tools.Wiretap.Told;
import dev.redlock.scripts.Scripts;

/**
 * Finds, in what a node was told, commands that were sent again over another connection.
 * <p>
 * Commands on a key of the test are of two kinds. <em>Releases</em> delete the key if its value is a token
 * that will never be used again: they may come twice, late and on any connection, and the engine does send
 * them anew to nodes that may hold the token. Others <em>act</em>: an acquire or an extension that comes a
 * second time, or for the first time when its attempt is long over, takes a key for nobody or prolongs a
 * lease that was given up. What is not certainly a release counts as one that acts.
 * <p>
 * Acting commands may arrive until the node sees a connection from after the cut: until then they were in
 * flight on the old one. After that none may come until new attempts begin, and then one per key, with a
 * token that is new to the node.
 */
public final class Resent
{
    private static final Set<String> RELEASES = Set.of("DELIFEQ", "DELEX", "CAD");

    private final List<String> found = new ArrayList<>();
    private final String keyPrefix;
    private final Set<String> known;
    private final Set<List<String>> seen = new HashSet<>();
    private int acted;
    private int released;
    private boolean isReconnected;

    /**
     * @param keyPrefix of the keys of the test.
     * @param own       connections of the test itself.
     */
    public Resent(final String keyPrefix, final Set<String> own)
    {
        this.keyPrefix = keyPrefix;
        known = new HashSet<>(own);
        known.add("lua");
    }

    /**
     * @param lines until the connections were cut.
     */
    public void beforeTheCut(final List<Told> lines)
    {
        for (final Told told : lines)
        {
            known.add(told.connection());
            if (acts(told))
            {
                acted++;
                seen.add(told.words());
            }
        }
    }

    /**
     * @param lines from the cut on, without any new attempt.
     */
    public void afterTheCut(final List<Told> lines)
    {
        for (final Told told : lines)
        {
            isReconnected |= !known.contains(told.connection());
            released += isReconnected && isOfTheTest(told) && !acts(told) ? 1 : 0;
            if (acts(told) && (isReconnected || seen.contains(told.words())))
            {
                found.add(name(told) + " arrived after the cut, " +
                    (isReconnected ? "behind the new connection" : "again"));
            }
            if (acts(told))
            {
                seen.add(told.words());
            }
        }
    }

    /**
     * @param lines since one new attempt was begun for each key.
     */
    void ofNewAttempts(final List<Told> lines)
    {
        final Set<String> keys = new HashSet<>();
        for (final Told told : lines)
        {
            if (acts(told) && seen.contains(told.words()))
            {
                found.add(name(told) + " of an old attempt arrived among the new ones");
            }
            else if (acts(told) && !keys.add(keyOf(told)))
            {
                found.add(name(told) + " arrived beside that of the new attempt");
            }
        }
    }

    /**
     * What was sent again, in words and without tokens; empty if nothing.
     */
    public List<String> found()
    {
        return found;
    }

    /**
     * How many commands acted before the cut.
     */
    int acted()
    {
        return acted;
    }

    /**
     * How many releases came over new connections before new attempts began.
     */
    public int released()
    {
        return released;
    }

    boolean isReconnected()
    {
        return isReconnected;
    }

    private boolean acts(final Told told)
    {
        return isOfTheTest(told) && !isRelease(told.words());
    }

    private boolean isOfTheTest(final Told told)
    {
        return !told.connection().equals("lua") && keyOf(told) != null;
    }

    private String keyOf(final Told told)
    {
        return told.words().stream().filter((word) -> word.startsWith(keyPrefix)).findFirst().orElse(null);
    }

    private static boolean isRelease(final List<String> words)
    {
        final String name = words.get(0).toUpperCase(Locale.ROOT);

        return RELEASES.contains(name) ||
            name.equals("EVALSHA") && words.get(1).equals(Scripts.release().sha1()) ||
            name.equals("EVAL") && words.get(1).equals(escaped(Scripts.release().text()));
    }

    private static String escaped(final String text)
    {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private String name(final Told told)
    {
        return told.words().get(0) + " of " + keyOf(told) + " on " + told.connection();
    }
}
