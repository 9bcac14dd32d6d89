// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.scripts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.test.resp.RespError;
import dev.redlock.test.server.RedisServerProcess;

/**
 * What wait.lua promises, on a real server.
 */
class WaitTest
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

    private static LineRig fenced()
    {
        return new LineRig(process, true);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTakeAFreeLockAndLeaveNothingElse(final boolean isFenced)
    {
        try (LineRig rig = new LineRig(process, isFenced))
        {
            final List<Long> said = rig.waits("anna").said();

            assertThat(said).hasSize(1);
            assertThat(said.get(0)).isGreaterThan(1_700_000_000_000_000L);
            assertThat(rig.state()).isEqualTo("anna [] [] " + (isFenced ? "110|0|anna" : "null"));
            assertThat(rig.ttlMs()).isBetween(1L, 50_000L);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldProlongItsOwnLockAndNeverShortenIt(final boolean isFenced)
    {
        try (LineRig rig = new LineRig(process, isFenced))
        {
            assertThat(rig.waits("anna").isGranted()).isTrue();
            assertThat(rig.waits("anna").take(0).ttl(90_000).isGranted()).isTrue();
            assertThat(rig.ttlMs()).isBetween(60_000L, 90_000L);
            assertThat(rig.waits("anna").ttl(1000).isGranted()).isTrue();
            assertThat(rig.ttlMs()).isGreaterThan(60_000);
            assertThat(rig.line()).isEmpty();

            assertThat(rig.waits("bert").ttl(99_000).isGranted()).isFalse();
            assertThat(rig.ttlMs()).isLessThanOrEqualTo(90_000);
        }
    }

    @Test
    void shouldStandInTheOrderOfArrivalAndTellTheHolderByTheFirst()
    {
        try (LineRig rig = plain().hears("anna"))
        {
            rig.waits("anna").said();
            final List<Long> bert = rig.waits("bert").since(2000).said();
            assertThat(bert).hasSize(7);
            assertThat(bert.get(0)).isZero();
            assertThat(bert.get(1)).isZero();
            assertThat(bert.get(2)).isBetween(1L, 50_000L);
            assertThat(bert.get(3)).isGreaterThan(1_700_000_000_000_000L);
            assertThat(bert.subList(4, 7)).containsExactly(0L, 1L, 0x616e6e61L);
            assertThat(rig.heard("anna")).containsExactly("wannabert 2000");

            assertThat(rig.waits("cleo").since(3000).codeRankTold()).containsExactly(0L, 1L, -1L);
            assertThat(rig.heard("anna")).isEmpty();
            assertThat(rig.waits("dora").since(1000).codeRankTold()).containsExactly(0L, 0L, 1L);
            assertThat(rig.heard("anna")).containsExactly("wannadora 1000");
            assertThat(rig.line()).containsExactly("dora", "bert", "cleo");
        }
    }

    /**
     * Even if it comes too late.
     */
    @Test
    void shouldKeepItsTicketWhenItRenews()
    {
        try (LineRig rig = plain().hears("anna"))
        {
            rig.waits("anna").said();
            rig.waits("bert").since(2000).said();
            rig.waits("cleo").since(3000).said();
            rig.server.call("PEXPIRE", "lock:line", "5000");
            rig.ages("bert", 500);
            final String before = rig.ticket("bert");

            assertThat(rig.waits("cleo").since(1000).take(0).codeRankTold()).containsExactly(0L, 1L, -1L);
            assertThat((Long)rig.server.call("PTTL", "lock:line")).isLessThan(6000);
            assertThat(rig.waits("bert").since(9000).take(0).sent(507).life(-1).codeRankTold())
                .containsExactly(0L, 0L, 1L);
            assertThat(rig.line()).containsExactly("bert", "cleo");
            assertThat(rig.ticket("bert")).isGreaterThan(before).matches("\\d{13}\\+507\\|\\|who\\|where");
            assertThat((Long)rig.server.call("PTTL", "lock:line")).isBetween(20_000L, 60_000L);
            assertThat((Long)rig.server.call("PTTL", "lock:tickets")).isBetween(20_000L, 60_000L);
        }
    }

    @Test
    void shouldLetNobodyComeFromTheFuture()
    {
        try (LineRig rig = plain())
        {
            rig.waits("anna").said();
            final long bert = rig.waits("bert").since(LineRig.ALWAYS).said().get(3);
            final List<?> line = (List<?>)rig.server.call("ZRANGE", "lock:line", "0", "-1", "WITHSCORES");

            assertThat(line.get(1)).isEqualTo(Long.toString(bert));
        }
    }

    /**
     * An old version, or a stranger.
     */
    @Test
    void shouldSayThatTheHolderHearsNothing()
    {
        try (LineRig rig = plain().hears("anna"))
        {
            rig.waits("cleo").said();
            assertThat(rig.waits("bert").codeRankTold()).containsExactly(0L, 0L, 0L);

            rig.server.call("SET", "lock", "anna, a value of another kind", "PX", "50000");
            assertThat(rig.waits("bert").codeRankTold()).containsExactly(0L, 0L, 0L);
            rig.server.call("SET", "lock", "x");
            final List<Long> said = rig.waits("bert").said();
            assertThat(said.get(2)).isEqualTo(-1);
            assertThat(said.subList(4, 7)).containsExactly(0L, 0L, 0L);
            assertThat(rig.heard("anna")).isEmpty();
        }
    }

    @Test
    void shouldCountAllWhoHearButNobodyWhoListensToEverything()
    {
        try (LineRig rig = plain().hears("anna"); LineRig other = plain().hears("anna"))
        {
            other.server.call("PSUBSCRIBE", "*");
            rig.waits("anna").said();

            assertThat(rig.waits("bert").codeRankTold()).containsExactly(0L, 0L, 2L);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTakeAFreeLockOnlyIfItIsFirst(final boolean isFenced)
    {
        try (LineRig rig = new LineRig(process, isFenced).hears("bert", "cleo"))
        {
            rig.waits("anna").said();
            rig.waits("bert").said();
            rig.waits("cleo").said();
            rig.server.call("DEL", "lock");

            final List<Long> only = rig.waits("bert").take(0).said();
            assertThat(only.get(2)).isEqualTo(-2);
            assertThat(only.subList(4, 7)).containsExactly(0L, -1L, 0L);
            assertThat(rig.waits("cleo").take(0).codeRankTold()).containsExactly(0L, 1L, -1L);
            assertThat(rig.holder()).isNull();

            assertThat(rig.waits("bert").isGranted()).isTrue();
            assertThat(rig.holder()).isEqualTo("bert");
            assertThat(rig.line()).containsExactly("cleo");
            assertThat(rig.ticket("bert")).isNull();
            assertThat(rig.heard("bert")).isEmpty();
        }
    }

    /**
     * The new holder hears at once that somebody waits.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveAFreeLockToTheFirst(final boolean isFenced)
    {
        try (LineRig rig = new LineRig(process, isFenced).hears("bert", "cleo"))
        {
            rig.waits("anna").said();
            rig.waits("bert").since(2000).sent(5).said();
            rig.waits("cleo").since(3000).said();
            rig.server.call("DEL", "lock");

            final List<Long> said = rig.waits("cleo").since(3000).left(60_000, 70_000).proposes(1000).said();
            assertThat(said.subList(4, 7)).containsExactly(0L, 1L, 0x62657274L);
            assertThat(said.get(1)).isEqualTo(isFenced ? 1000 : 0);
            assertThat(rig.holder()).isEqualTo("bert");
            final List<String> heard = rig.heard("bert");
            assertThat(heard).hasSize(2).last().isEqualTo("wbertcleo 3000");
            assertThat(heard.get(0))
                .matches("gbert 5 [67]\\d{4} " + said.get(3) + (isFenced ? " 1000 1" : " 0 1"));
            assertThat(rig.line()).containsExactly("cleo");
        }
    }

    /**
     * Those before me are gone, whether or not their tickets tell: I have the lock by my own call.
     */
    @Test
    void shouldTakeAFreeLockOnceThoseBeforeAreGone()
    {
        try (LineRig rig = plain().hears("cleo"))
        {
            rig.waits("anna").said();
            rig.waits("bert").said();
            rig.waits("dora").said();
            rig.waits("cleo").said();
            rig.server.call("DEL", "lock");

            assertThat(rig.waits("cleo").isGranted()).isTrue();
            assertThat(rig.heard("cleo")).isEmpty();
            assertThat(rig.state()).isEqualTo("cleo [] [] null");
        }
    }

    @Test
    void shouldTakeAFreeLockWhoeverIsFirstIfItAsksFor2()
    {
        try (LineRig rig = plain().hears("bert"))
        {
            rig.waits("anna").said();
            rig.waits("bert").said();
            assertThat(rig.waits("cleo").take(2).silently().codeRankTold()).containsExactly(0L, 1L, -1L);
            rig.server.call("DEL", "lock");

            assertThat(rig.waits("cleo").take(2).silently().isGranted()).isTrue();
            assertThat(rig.line()).containsExactly("bert");
            assertThat(rig.heard("bert")).isEmpty();
        }
    }

    /**
     * Sixteen in one call; a late renewal brings back nobody's place but its own.
     */
    @Test
    void shouldWaitBehindNobodyWhoIsGone()
    {
        try (LineRig rig = plain())
        {
            rig.waits("anna").said();
            for (int i = 0; i < 40; i++)
            {
                rig.waits("bert" + i).said();
            }
            rig.waits("cleo").said();

            assertThat(rig.waits("cleo").life(-1).take(0).codeRankTold()).containsExactly(0L, 24L, -1L);
            assertThat(rig.waits("cleo").life(-1).take(0).codeRankTold()).containsExactly(0L, 8L, -1L);
            assertThat(rig.waits("cleo").life(-1).take(0).codeRankTold()).containsExactly(0L, 0L, 0L);
            assertThat((Long)rig.server.call("HLEN", "lock:tickets")).isEqualTo(1);
        }
    }

    @Test
    void shouldHoldATicketFromTheFutureForGone()
    {
        try (LineRig rig = plain())
        {
            rig.waits("anna").said();
            rig.waits("bert").said();
            rig.waits("cleo").said();
            rig.ages("bert", -60_000);

            assertThat(rig.waits("cleo").take(0).codeRankTold()).containsExactly(0L, 0L, 0L);
            assertThat(rig.line()).containsExactly("cleo");
        }
    }

    @Test
    void shouldGrantATokenAsAnAcquisitionDoes()
    {
        try (LineRig rig = fenced())
        {
            rig.server.call("SET", "lock:fence", "500|1|" + LineRig.token("anna"));

            assertThat(rig.waits("bert").proposes(500).said()).startsWith(-1L, 500L, -2L);
            assertThat(rig.line()).containsExactly("bert");
            assertThat(rig.waits("bert").proposes(501).window(1).said()).startsWith(-2L, 500L, -2L);
            assertThat(rig.waits("bert").proposes(501).isGranted()).isTrue();
            assertThat(rig.state()).isEqualTo("bert [] [] 501|0|bert");

            assertThat(rig.waits("bert").proposes(501).isGranted()).isTrue();
            assertThat(rig.waits("bert").proposes(500).said()).startsWith(-1L, 501L);
            assertThat(rig.waits("bert").proposes(600).window(1).said()).startsWith(-2L, 501L);
            assertThat(rig.waits("bert").proposes(600).isGranted()).isTrue();
            assertThat(rig.state()).isEqualTo("bert [] [] 600|0|bert");

            rig.server.call("DEL", "lock");
            assertThat(rig.waits("bert").proposes(600).said()).startsWith(-1L, 600L, -2L);
        }
    }

    /**
     * What was sent before the release and arrives later gets neither the lock nor a place.
     */
    @Test
    void shouldRefuseWhoHasReleased()
    {
        try (LineRig rig = fenced())
        {
            rig.waits("anna").said();
            rig.passes("anna").said();
            final String released = rig.state();

            final List<Long> said = rig.waits("anna").take(2).proposes(10_000).said();
            assertThat(said).startsWith(-1L, 110L, -2L).endsWith(-2L, -1L, 0L);
            assertThat(rig.state()).isEqualTo(released);

            rig.waits("bert").said();
            assertThat(rig.waits("anna").proposes(10_000).codeRankTold()).containsExactly(0L, 0L, 0L);
        }
    }

    @Test
    void shouldSayThatAFenceIsNotOurs()
    {
        try (LineRig rig = fenced())
        {
            rig.server.call("SET", "lock:fence", "something");
            final String before = rig.state();

            assertThatThrownBy(() -> rig.waits("anna").said()).isInstanceOf(RespError.class)
                .hasMessageContaining("not one of ours");
            assertThat(rig.state()).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":line", ":tickets"})
    void shouldRefuseKeysOfSomebodyElseBeforeItWrites(final String suffix)
    {
        try (LineRig rig = plain())
        {
            rig.server.call("RPUSH", "lock" + suffix, "x");
            assertThatThrownBy(() -> rig.waits("bert").said()).hasMessageContaining("WRONGTYPE");
            if (!suffix.isEmpty())
            {
                rig.server.call("SET", "lock", "x");
                assertThatThrownBy(() -> rig.waits("bert").said()).hasMessageContaining("WRONGTYPE");
                rig.server.call("DEL", "lock");
            }

            assertThat(rig.server.call("KEYS", "*")).isEqualTo(List.of("lock" + suffix));
        }
    }

    @Test
    void shouldDoNothingWithoutItsMarker()
    {
        try (LineRig rig = plain())
        {
            final String marker = "1|" + "a".repeat(32) + "|1|rest";
            assertThat(rig.waits("anna").under(marker).said()).startsWith(-3L, 0L, 0L).endsWith(-1L, -1L, 0L)
                .hasSize(7);
            rig.server.call("SET", LineRig.MARKER, "1|" + "a".repeat(32) + "|2|rest");
            assertThat(rig.waits("anna").under(marker).said()).startsWith(-4L, 0L, 0L).hasSize(7);
            assertThat(rig.state()).isEqualTo("null [] [] null");

            rig.server.call("SET", LineRig.MARKER, marker);
            assertThat(rig.waits("anna").under(marker).isGranted()).isTrue();
            rig.waits("bert").under(marker).said();
            assertThat(rig.ticket("bert")).matches("\\d{13}\\+7\\|[0-9a-f]{16}\\|who\\|where");
        }
    }

    /**
     * Neither lock nor place.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBeRefusedByANodeThatIsShortOfMemory(final boolean isFenced)
    {
        try (LineRig rig = new LineRig(process, isFenced))
        {
            rig.waits("anna").said();
            final String before = rig.state();
            rig.server.call("CONFIG", "SET", "maxmemory", "1");
            try
            {
                assertThatThrownBy(() -> rig.waits("bert").said()).hasMessageContaining("OOM");
                assertThat(rig.state()).isEqualTo(before);
                rig.server.call("DEL", "lock");
                assertThatThrownBy(() -> rig.waits("bert").said()).hasMessageContaining("OOM");
                assertThat(rig.holder()).isNull();
            }
            finally
            {
                rig.server.call("CONFIG", "SET", "maxmemory", "0");
            }
        }
    }

    /**
     * The four bytes are a number, and none of them means anything in a script.
     */
    @Test
    void shouldTakeTokensOfAnyBytes()
    {
        try (LineRig rig = plain())
        {
            rig.server.call("SET", "lock", "x");
            final byte[] holder = new byte[20];
            holder[0] = (byte)0xff;
            holder[3] = '\n';
            rig.server.callBytes("SET".getBytes(), "lock".getBytes(), holder);

            assertThat(rig.waits("%d|\r").said().get(6)).isEqualTo(0xff00000aL);
            assertThat(rig.ticket("%d|\r").toLowerCase(Locale.ROOT)).contains("+7|");
        }
    }
}
