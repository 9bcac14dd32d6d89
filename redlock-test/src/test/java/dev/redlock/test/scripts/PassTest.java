// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.scripts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Iterator;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.test.resp.RespClient;
import dev.redlock.test.server.RedisServerProcess;

/**
 * What pass.lua promises, on a real server.
 */
class PassTest
{
    private static RedisServerProcess process;

    @BeforeAll
    static void start()
    {
        process = RedisServerProcess.builder().start();
    }

    @AfterAll
    static void stop()
    {
        process.close();
    }

    private static LineRig plain()
    {
        return new LineRig(process, false);
    }

    /**
     * A holder, and others in line.
     */
    private static LineRig rig(final boolean isFenced, final String... waiting)
    {
        final LineRig rig = new LineRig(process, isFenced).hears("anna", "bert", "cleo");
        rig.waits("anna").said();
        for (final String owner : waiting)
        {
            rig.waits(owner).said();
        }
        rig.heard("anna");

        return rig;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldReleaseWhereNobodyWaits(final boolean isFenced)
    {
        try (LineRig rig = rig(isFenced))
        {
            assertThat(rig.passes("anna").said()).containsExactly(1L, 0L, 0L);
            assertThat(rig.state()).isEqualTo("null [] [] " + (isFenced ? "110|1|anna" : "null"));
            assertThat(rig.passes("anna").said()).containsExactly(0L, 0L, 0L);
        }
    }

    /**
     * The common case is to cost little.
     */
    @Test
    void shouldReleaseInFourCallsWhereNobodyWaits()
    {
        try (LineRig rig = rig(false); RespClient watcher = process.client())
        {
            final Iterator<String> lines = watcher.monitor();
            rig.passes("anna").said();
            rig.server.call("ECHO", "end");
            int calls = 0;
            for (String line = lines.next(); !line.contains("\"ECHO\""); line = lines.next())
            {
                calls += line.contains(" lua] ") ? 1 : 0;
            }

            assertThat(calls).isEqualTo(4);
        }
    }

    /**
     * The time to live is what the ticket was old, and so much more.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveToTheFirstAndTellIt(final boolean isFenced)
    {
        try (LineRig rig = rig(isFenced, "bert", "cleo"))
        {
            rig.ages("bert", 300);
            assertThat(rig.passes("anna").left(60_000, 90_000).proposes(1000).highest(110).said())
                .containsExactly(1L, 1L, 1L);
            assertThat(rig.holder()).isEqualTo("bert");
            assertThat(rig.line()).containsExactly("cleo");
            assertThat(rig.ticket("bert")).isNull();
            assertThat(rig.fence()).isEqualTo(isFenced ? "1000|0|bert" : null);

            final List<String> heard = rig.heard("bert");
            assertThat(heard).hasSize(1);
            assertThat(heard.get(0))
                .matches("gbert 7 \\d{5} \\d{16} " + (isFenced ? "1000" : "0") + " 1");
            final long ttlMs = Long.parseLong(heard.get(0).split(" ")[2]);
            assertThat(ttlMs).isBetween(60_300L, 90_000L);
            assertThat(rig.ttlMs()).isBetween(1L, ttlMs);
            assertThat(rig.heard("cleo")).isEmpty();
            assertThat(rig.heard("anna")).isEmpty();
        }
    }

    @Test
    void shouldGiveForNoLongerThanTheMost()
    {
        try (LineRig rig = rig(false, "bert"))
        {
            rig.ages("bert", 40_000);
            rig.passes("anna").left(60_000, 70_000).said();

            assertThat(rig.heard("bert").get(0)).startsWith("gbert 7 70000 ");
            assertThat(rig.ttlMs()).isBetween(1L, 70_000L);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveToNobodyWhoIsGoneOrDoesNotHear(final boolean isFenced)
    {
        try (LineRig rig = rig(isFenced, "bert", "dora", "cleo"))
        {
            rig.ages("bert", 200_000);
            assertThat(rig.passes("anna").said()).containsExactly(1L, 1L, 0L);
            assertThat(rig.holder()).isEqualTo("cleo");
            assertThat(rig.heard("bert")).isEmpty();
            assertThat(rig.heard("cleo")).hasSize(1);
            assertThat(rig.server.call("HLEN", "lock:tickets")).isEqualTo(0L);

            rig.waits("bert2").said();
            rig.hearsNoMore("bert");
            assertThat(rig.passes("cleo").said()).containsExactly(1L, 0L, 0L);
            assertThat(rig.holder()).isNull();
        }
    }

    /**
     * What is left over is dropped by the next, which are not held up by it.
     */
    @Test
    void shouldReleaseWhenTooManyAreGone()
    {
        try (LineRig rig = rig(false))
        {
            for (int i = 0; i < 40; i++)
            {
                rig.waits((i % 2 == 0 ? "bert" : "dora") + i).said();
                if (i % 2 == 0)
                {
                    rig.ages("bert" + i, 200_000);
                }
            }
            rig.waits("cleo").said();

            assertThat(rig.passes("anna").said()).containsExactly(1L, 0L, 9L);
            assertThat(rig.holder()).isNull();
            assertThat(rig.passes("anna").said()).containsExactly(0L, 1L, 0L);
            assertThat(rig.holder()).isEqualTo("cleo");
        }
    }

    @Test
    void shouldGiveInSilenceToWhoHearsNothing()
    {
        try (LineRig rig = rig(false))
        {
            rig.waits("bert").silently().said();

            assertThat(rig.passes("anna").said()).containsExactly(1L, 1L, 0L);
            assertThat(rig.holder()).isEqualTo("bert");
            assertThat(rig.heard("bert")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTouchNoLockOfAnother(final boolean isFenced)
    {
        try (LineRig rig = rig(isFenced, "bert", "cleo"))
        {
            assertThat(rig.passes("dora").said()).containsExactly(0L, 0L, 2L);
            assertThat(rig.holder()).isEqualTo("anna");
            assertThat(rig.passes("bert").said()).containsExactly(0L, 0L, 1L);
            assertThat(rig.line()).containsExactly("cleo");
            assertThat(rig.ticket("bert")).isNull();
            assertThat(rig.fence()).isEqualTo(isFenced ? "110|0|anna" : null);
        }
    }

    /**
     * So that it gives the lock on: it may have come between two of the line, to a lock that was released
     * before its holder knew of them.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTellWhoeverHasItOfTheFirstInLine(final boolean isFenced)
    {
        try (LineRig rig = rig(isFenced, "bert", "cleo"))
        {
            rig.heard("anna");
            rig.passes("dora").said();
            assertThat(rig.heard("anna")).hasSize(1).first().asString().startsWith("wannabert ");
            rig.passes("cleo").said();
            assertThat(rig.heard("anna")).isEmpty();
        }
    }

    /**
     * As after an expiry, or for one who comes late.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveWhatIsFree(final boolean isFenced)
    {
        try (LineRig rig = rig(isFenced, "bert", "cleo"))
        {
            rig.server.call("DEL", "lock");
            assertThat(rig.passes("anna").said()).containsExactly(0L, 1L, 1L);
            assertThat(rig.holder()).isEqualTo("bert");
            assertThat(rig.passes("anna").said()).containsExactly(0L, 0L, 1L);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveNothingIfToldSo(final boolean isFenced)
    {
        try (LineRig rig = rig(isFenced, "bert"))
        {
            assertThat(rig.passes("anna").givesNothing().said()).containsExactly(1L, 0L, 1L);
            assertThat(rig.holder()).isNull();
            assertThat(rig.line()).containsExactly("bert");
            assertThat(rig.heard("bert")).isEmpty();
            assertThat(rig.fence()).isEqualTo(isFenced ? "110|1|anna" : null);
        }
    }

    /**
     * The next ticket is behind what is given, even if it has waited longest.
     */
    @Test
    void shouldWaitOn()
    {
        try (LineRig rig = rig(false, "bert"))
        {
            assertThat(rig.passes("anna").waitsOnAs("anna2", 1).said()).containsExactly(1L, 1L, 1L);
            assertThat(rig.holder()).isEqualTo("bert");
            assertThat(rig.line()).containsExactly("anna2");
            assertThat(rig.ticket("anna2")).matches("\\d{13}\\+8\\|\\|who\\|where");
            assertThat((Long)rig.server.call("PTTL", "lock:line")).isBetween(1L, 60_000L);
            assertThat((Long)rig.server.call("PTTL", "lock:tickets")).isBetween(1L, 60_000L);

            assertThat(rig.passes("bert").waitsOnAs("bert2", LineRig.ALWAYS).said())
                .containsExactly(1L, 1L, 1L);
            assertThat(rig.holder()).isEqualTo("anna2");
        }
    }

    @Test
    void shouldWaitOnWhereNobodyElseDoes()
    {
        try (LineRig rig = rig(false))
        {
            assertThat(rig.passes("anna").waitsOnAs("anna2", 1).said()).containsExactly(1L, 0L, 1L);
            assertThat(rig.holder()).isNull();
            assertThat(rig.line()).containsExactly("anna2");
            assertThat((Long)rig.server.call("PTTL", "lock:line")).isBetween(1L, 60_000L);
            assertThat((Long)rig.server.call("PTTL", "lock:tickets")).isBetween(1L, 60_000L);
        }
    }

    /**
     * Executed once more, when the next token has the lock already.
     */
    @Test
    void shouldHaveKeyAndTicketNeverBoth()
    {
        try (LineRig rig = rig(false))
        {
            rig.passes("anna").waitsOnAs("anna2", 1).said();
            rig.waits("anna2").said();
            assertThat(rig.passes("anna").waitsOnAs("anna2", 1).said()).containsExactly(0L, 0L, 0L);
            assertThat(rig.state()).isEqualTo("anna2 [] [] null");

            rig.server.call("DEL", "lock");
            rig.waits("cleo").said();
            rig.waits("anna3").said();
            rig.server.call("DEL", "lock");
            assertThat(rig.passes("anna2").waitsOnAs("anna3", 1).said()).containsExactly(0L, 1L, 0L);
            assertThat(rig.state()).isEqualTo("anna3 [] [] null");
        }
    }

    /**
     * The token of who gives may be above or below the node's last.
     */
    @Test
    void shouldRaiseTheTokenWithEachGift()
    {
        try (LineRig rig = rig(true, "bert", "cleo"))
        {
            rig.server.call("SET", "lock:fence", "5000|0|" + LineRig.token("anna"));
            assertThat(rig.passes("anna").proposes(4000).said()).startsWith(1L, 1L);
            assertThat(rig.fence()).isEqualTo("5001|0|bert");
            assertThat(rig.heard("bert").get(0)).endsWith(" 5001 1");
            assertThat(rig.passes("bert").proposes(6000).said()).startsWith(1L, 1L);
            assertThat(rig.fence()).isEqualTo("6000|0|cleo");
        }
    }

    @Test
    void shouldNotGiveATokenThatIsNotPlausible()
    {
        try (LineRig rig = rig(true, "bert"))
        {
            assertThat(rig.passes("anna").window(1).highest(LineRig.ALWAYS).said())
                .containsExactly(1L, 0L, 1L);
            assertThat(rig.line()).containsExactly("bert");
            final String[] fence = rig.fence().split("\\|");
            assertThat(Long.parseLong(fence[0])).isBetween(1_700_000_000_000_000L, LineRig.ALWAYS - 1);
            assertThat(fence).endsWith("1", "anna");
        }
    }

    @Test
    void shouldGiveToNobodyWhoHasReleased()
    {
        try (LineRig rig = rig(true, "bert", "cleo"))
        {
            rig.server.call("SET", "lock:fence", "110|1|" + LineRig.token("bert"));
            assertThat(rig.passes("anna").said()).containsExactly(1L, 1L, 0L);
            assertThat(rig.holder()).isEqualTo("cleo");
            assertThat(rig.heard("bert")).isEmpty();
        }
    }

    @Test
    void shouldCloseTheTokenOfWhoGivesUp()
    {
        try (LineRig rig = rig(true, "bert"))
        {
            assertThat(rig.passes("bert").highest(700).said()).containsExactly(0L, 0L, 0L);
            assertThat(rig.fence()).isEqualTo("700|1|bert");
            assertThat(rig.waits("anna").proposes(701).isGranted()).isTrue();
            rig.server.call("SET", "lock:fence", "something");
            assertThat(rig.passes("anna").said()).containsExactly(1L, 0L, 0L);
            assertThat(rig.fence()).isEqualTo("something");
        }
    }

    @Test
    void shouldReleaseWhateverTheFenceIs()
    {
        try (LineRig rig = rig(true, "bert"))
        {
            rig.server.call("DEL", "lock:fence");
            rig.server.call("RPUSH", "lock:fence", "x");
            assertThat(rig.passes("anna").said()).containsExactly(1L, 0L, 1L);
            assertThat(rig.holder()).isNull();
            assertThat(rig.server.call("LLEN", "lock:fence")).isEqualTo(1L);
        }
    }

    /**
     * Ordinary releases and those that give, and what they had to close.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldReleaseAndGiveWhenShortOfMemory(final boolean isFenced)
    {
        try (LineRig rig = rig(isFenced, "bert"))
        {
            rig.server.call("CONFIG", "SET", "maxmemory", "1");
            try
            {
                assertThat(rig.passes("anna").said()).containsExactly(1L, 1L, 0L);
                assertThat(rig.holder()).isEqualTo("bert");
                assertThat(rig.passes("bert").highest(900).said()).containsExactly(1L, 0L, 0L);
                assertThat(rig.holder()).isNull();
                assertThat(rig.fence()).isEqualTo(isFenced ? "900|1|bert" : null);
                assertThat(rig.passes("cleo").highest(910).said()).containsExactly(0L, 0L, 0L);
                assertThat(rig.fence()).isEqualTo(isFenced ? "910|1|cleo" : null);
            }
            finally
            {
                rig.server.call("CONFIG", "SET", "maxmemory", "0");
            }
        }
    }

    @Test
    void shouldGiveUnderItsMarkerOnlyAndReleaseAnyway()
    {
        try (LineRig rig = plain().hears("bert", "cleo"))
        {
            final String marker = "1|" + "a".repeat(32) + "|1|rest";
            rig.server.call("SET", LineRig.MARKER, marker);
            rig.waits("anna").under(marker).said();
            rig.waits("bert").said();
            rig.waits("cleo").under(marker).said();

            assertThat(rig.passes("anna").under(marker).said()).containsExactly(1L, 1L, 0L);
            assertThat(rig.holder()).as("not bert, who expects none").isEqualTo("cleo");
            rig.waits("bert").under(marker).said();
            rig.server.call("SET", LineRig.MARKER, "other");
            assertThat(rig.passes("cleo").under(marker).said()).containsExactly(1L, 0L, 1L);
            assertThat(rig.holder()).isNull();
            rig.server.call("SET", "lock", LineRig.token("cleo"));
            rig.server.call("DEL", LineRig.MARKER);
            rig.server.call("RPUSH", LineRig.MARKER, "x");
            assertThat(rig.passes("cleo").under(marker).said()).containsExactly(1L, 0L, 1L);
            assertThat(rig.line()).containsExactly("bert");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":line"})
    void shouldRefuseKeysOfSomebodyElseBeforeItDeletes(final String suffix)
    {
        try (LineRig rig = rig(false))
        {
            rig.server.call("DEL", "lock" + suffix);
            rig.server.call("RPUSH", "lock" + suffix, "x");

            assertThatThrownBy(() -> rig.passes("anna").said()).hasMessageContaining("WRONGTYPE");
            assertThat(rig.server.call("EXISTS", "lock", "lock" + suffix)).isEqualTo(2L);
        }
    }

    /**
     * Tickets matter only where there are some, or will be.
     */
    @Test
    void shouldRefuseTicketsOfSomebodyElseBeforeItDeletes()
    {
        try (LineRig rig = rig(false, "bert"))
        {
            rig.server.call("DEL", "lock:tickets");
            rig.server.call("RPUSH", "lock:tickets", "x");
            assertThatThrownBy(() -> rig.passes("anna").said()).hasMessageContaining("WRONGTYPE");
            rig.server.call("DEL", "lock:line");
            assertThatThrownBy(() -> rig.passes("anna").waitsOnAs("anna2", 1).said())
                .hasMessageContaining("WRONGTYPE");
            assertThat(rig.holder()).isEqualTo("anna");

            assertThat(rig.passes("anna").said()).containsExactly(1L, 0L, 0L);
        }
    }
}
