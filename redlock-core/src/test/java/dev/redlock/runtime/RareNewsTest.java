// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.NodeStatus.State;
import dev.redlock.spi.DownReason;

class RareNewsTest
{
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int MOST_IN_AN_HOUR = 12;
    private static final News UP = new News(State.UP, null, false, "");

    private final List<String> told = new ArrayList<>();

    /*
     * Starts shortly before the clock's numbers wrap around.
     */
    private long nowNs = Long.MAX_VALUE - SECOND_NS;
    private final RareNews news = new RareNews(new NodeStatus("n", State.UNKNOWN, false, ""), nowNs);

    private record News(State state, DownReason reason, boolean isHopeless, String detail)
    {
        static News down(final DownReason reason, final String detail)
        {
            return new News(State.DOWN, reason, reason == DownReason.TLS, reason + ": " + detail);
        }

        static News refused(final boolean isHopeless, final String detail)
        {
            return new News(State.REFUSED, DownReason.REFUSED, isHopeless, detail);
        }
    }

    private void happens(final News what)
    {
        final NodeStatus status = new NodeStatus("n", what.state, what.isHopeless, what.detail);
        if (news.take(status, what.reason, nowNs))
        {
            told.add(status.toString());
        }
    }

    /**
     * A node is up, dies, and stays dead for an hour, in which it is looked at every second and a half.
     */
    @TestFactory
    Stream<DynamicTest> shouldTellOfADeadNodeTwelveTimesAnHourAtMost()
    {
        final News refused = News.down(DownReason.UNREACHABLE, "connection refused");
        final News reset = News.down(DownReason.UNREACHABLE, "connection reset by peer");
        final News silent = News.down(DownReason.LOCAL, "no answer in 2 s");

        return Stream.of(
            way("refuses", refused),
            way("is silent", silent),
            way("resets", reset),
            way("has no known name", News.down(DownReason.UNRESOLVED, "no such host: n")),
            way("has two addresses", refused,
                News.down(DownReason.UNREACHABLE, "connection refused (10.0.0.2)")),
            way("has another password", News.refused(true, "WRONGPASS")),
            way("is a replica", News.refused(false, "is a replica of 10.0.0.3:6379")),
            way("loads", News.refused(false, "loads its data, 12 s left"),
                News.refused(false, "loads its data, 11 s left"), refused),
            way("has another certificate", News.down(DownReason.TLS, "does not match the name")),
            way("is half open", News.down(DownReason.LOCAL, "owed answers and sent nothing"), UP, silent),
            way("closes in the handshake", News.down(DownReason.CLOSED, "closed by the node"), reset),
            way("accepts and closes", UP, News.down(DownReason.CLOSED, "closed by the node")));
    }

    private DynamicTest way(final String name, final News... turns)
    {
        return DynamicTest.dynamicTest(name, () -> new RareNewsTest().checkAnHour(turns));
    }

    private void checkAnHour(final News... turns)
    {
        happens(UP);
        told.clear();
        for (int i = 0; i < 2_400; i++)
        {
            nowNs += 3 * SECOND_NS / 2;
            happens(turns[i % turns.length]);
        }

        assertThat(told).isNotEmpty().hasSizeLessThanOrEqualTo(MOST_IN_AN_HOUR);
    }

    @Test
    void shouldTellEachChangeAtOnce()
    {
        happens(UP);
        happens(News.down(DownReason.CLOSED, "closed"));
        happens(News.down(DownReason.UNREACHABLE, "refused"));
        happens(News.refused(false, "loads"));
        happens(UP);

        assertThat(told).containsExactly("n UP", "n DOWN: CLOSED: closed", "n DOWN: UNREACHABLE: refused",
            "n REFUSED: loads", "n UP");
    }

    @Test
    void shouldTellInTheEndWhatIsStillSo()
    {
        for (int i = 0; i < 20; i++)
        {
            happens(News.down(DownReason.CLOSED, "closed"));
            happens(UP);
        }
        assertThat(told).hasSize(6);
        nowNs += 600 * SECOND_NS;
        happens(News.down(DownReason.CLOSED, "closed"));
        nowNs += 600 * SECOND_NS;
        happens(UP);

        assertThat(told).hasSize(8).last().isEqualTo("n UP");
    }

    @Test
    void shouldKnowWhatIsNoNews()
    {
        final NodeStatus status = new NodeStatus("n", State.QUARANTINED, false, "until then");
        news.know(status, null);

        assertThat(news.take(status, null, nowNs)).isFalse();
    }
}
