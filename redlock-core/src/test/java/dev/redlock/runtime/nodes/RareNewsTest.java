// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.NodeStatus.State;
import dev.redlock.spi.DownReason;

class RareNewsTest
{
    private static final long SECOND_NS = 1_000_000_000L;
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
