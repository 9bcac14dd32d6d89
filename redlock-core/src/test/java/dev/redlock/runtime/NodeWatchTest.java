// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import dev.redlock.engine.Trouble;
import dev.redlock.fake.FakeNodes;
import dev.redlock.spi.Reply;

class NodeWatchTest
{
    private static final String UNJUDGED = "cannot be judged by its answer to INFO";

    /*
     * An assertion of ours stands for whatever a judgement may throw: nobody was admitted here.
     */
    @Test
    void shouldObjectToANodeThatCannotBeJudged()
    {
        try (Rig rig = Rig.dedicated(new FakeNodes(1), 16))
        {
            final NodeWatch watch = new NodeWatch(rig.client.settings(), () -> 0,
                new NodeBoard(List.of("n")), rig.news, new AtomicBoolean());
            final Reply reply = text("role:master\r\nmaxmemory_policy:noeviction\r\n");

            assertThat(watch.objectionTo(0, reply)).startsWith(UNJUDGED);
            assertThat(watch.objectionToMemory(0, reply)).startsWith(UNJUDGED);
        }
    }

    @Test
    void shouldTellOfEachTroubleUntilItIsOver()
    {
        try (Rig rig = Rig.invoker())
        {
            final NodeWatch watch = rig.client.agent.nodeWatch;

            watch.onNodeTrouble(0, Trouble.SECOND_CONNECTION, "no second connection");
            watch.onNodeTrouble(0, Trouble.ROLE, "says no role");
            assertThat(rig.client.nodes().get(0).detail()).contains("no second connection", "says no role");

            watch.onNodeTrouble(0, Trouble.ROLE, "");
            watch.onNodeQuarantineOver(0);
            assertThat(rig.client.nodes().get(0).detail())
                .contains("no second connection").doesNotContain("says no role");

            watch.onNodeUp(0, false);
            assertThat(rig.client.nodes().get(0).detail()).doesNotContain("no second connection");
        }
    }

    private static Reply text(final String text)
    {
        final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);

        return new Reply().set(Reply.Kind.TEXT).add(bytes, 0, bytes.length);
    }
}
