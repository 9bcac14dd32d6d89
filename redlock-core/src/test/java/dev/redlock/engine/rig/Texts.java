// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.rig;

import java.util.List;

import dev.redlock.spi.Script;

/**
 * The commands as {@link Sent#text} shows them. The scripts of the {@link EngineRig} are a letter each.
 */
public final class Texts
{
    static final Script RELEASE_SCRIPT = Script.of("release", "R");
    static final Script EXTEND_SCRIPT = Script.of("extend", "X");
    public static final List<Script> SCRIPTS =
        List.of(RELEASE_SCRIPT, EXTEND_SCRIPT, Script.of("fence", "F"), Script.of("unfence", "U"),
            Script.of("acquire", "A"), Script.of("marked-acquire", "MA"), Script.of("marked-extend", "MX"),
            Script.of("marked-fence", "MF"), Script.of("wait", "W"), Script.of("pass", "P"),
            Script.of("marked-wait", "MW"));
    public static final String SET = "SET orders <token> NX PX 10000";
    public static final String RELEASE = releaseOf("orders");
    public static final String RELEASE_WITH_TEXT = "EVAL R 1 orders <token>";
    public static final String EXTEND = extendBy(10_000);
    public static final String EXTEND_WITH_TEXT = "EVAL X 1 orders <token> 10000";

    private Texts()
    {
    }

    public static String releaseOf(final String key)
    {
        return "EVALSHA " + RELEASE_SCRIPT.sha1() + " 1 " + key + " <token>";
    }

    /**
     * Such as {@code 10000 1800000000000000 0 1}: to live, since when, sent how long after the draw, to take.
     */
    public static String waitInLine(final String words)
    {
        return "EVALSHA " + Script.of("wait", "W").sha1() +
            " 3 orders orders:line orders:tickets <token> 1100 600 1100 mail: 0 0 0 " + words + " + client";
    }

    /**
     * The same for a fenced lock.
     */
    public static String waitFenced(final long fencingToken, final String words)
    {
        return "EVALSHA " + Script.of("wait", "W").sha1() +
            " 4 orders orders:line orders:tickets orders:fence <token> 1100 600 1100 mail: 604800000 " +
            "10000000 " +
            fencingToken + " " + words + " + client";
    }

    public static String passFenced(final long nextToken, final long highest)
    {
        return "EVALSHA " + Script.of("pass", "P").sha1() +
            " 4 orders orders:line orders:tickets orders:fence <token> 1100 600 1100 mail: 604800000 " +
            "10000000 " +
            nextToken + " 1 " + highest + " ";
    }

    public static String pass(final boolean isGiven)
    {
        return "EVALSHA " + Script.of("pass", "P").sha1() +
            " 3 orders orders:line orders:tickets <token> 1100 600 1100 mail: 0 0 0 " + (isGiven ? 1 : 0) +
            " 0 ";
    }

    public static String releaseAfter(final long keepMs)
    {
        return extendBy(keepMs) + " exactly";
    }

    public static String extendBy(final long ttlMs)
    {
        return "EVALSHA " + EXTEND_SCRIPT.sha1() + " 1 orders <token> " + ttlMs;
    }
}
