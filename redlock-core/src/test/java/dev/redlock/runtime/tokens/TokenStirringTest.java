// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;

import dev.redlock.engine.port.TokenSource;
import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.client.ClientRig;
import dev.redlock.runtime.client.Handle;

/**
 * No node votes for a token that was drawn before its connection, or any later one, was made.
 */
class TokenStirringTest
{
    private final Diary diary = new Diary();

    /**
     * All three nodes come up and the block is filled after that; with the next connection what was filled
     * ahead is not dealt any more, and the source hears the number that the node has given to it.
     */
    @Test
    void shouldDrawTokensAfreshOnceANodeWasAdmitted() throws InterruptedException
    {
        final InstantNodes nodes = new InstantNodes(3);
        try (ClientRig rig = new ClientRig(nodes, true, diary))
        {
            rig.await("all nodes", () -> diary.entries.size() == 4);
            assertThat(diary.entries.get(0)).as("the mailbox").isEqualTo("filled");
            assertThat(diary.entries.subList(1, 4))
                .containsExactlyInAnyOrder("0 gave 1", "1 gave 1", "2 gave 1");
            cycle(rig);
            cycle(rig);
            assertThat(diary.entries.subList(4, diary.entries.size())).isEqualTo(List.of("filled"));

            nodes.cut(1);
            rig.await("the connection back", () -> diary.entries.size() > 5);
            assertThat(diary.entries.subList(5, diary.entries.size())).isEqualTo(List.of("1 gave 2"));
            cycle(rig);
            assertThat(diary.entries.subList(6, diary.entries.size())).isEqualTo(List.of("filled"));
        }
    }

    private static void cycle(final ClientRig rig) throws InterruptedException
    {
        try (Handle handle = rig.handle("key"))
        {
            final long term = handle.acquire(0, true);
            assertThat(term).isPositive();
            assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
        }
    }

    private static final class Diary implements TokenSource
    {
        private final List<String> entries = new CopyOnWriteArrayList<>();

        @Override
        public void fill(final byte[] block)
        {
            entries.add("filled");
            Arrays.fill(block, (byte)entries.size());
        }

        @Override
        public void stir(final int nodeIndex, final long connectionId)
        {
            entries.add(nodeIndex + " gave " + connectionId);
        }
    }
}
