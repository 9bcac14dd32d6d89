// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * What one node can cost that lies about tokens.
 */
class LyingNodeTest
{
    private static final int LOCKS = 40;
    private static final int LIES = 100;

    /**
     * Within the window, so that one of the two others takes what follows; the other does not.
     */
    @Test
    void shouldWinFencedLocksBesideANodeThatLiesAboutTokens()
    {
        assertThat(new LyingNode(1, 9_900, 200).won(LOCKS)).isEqualTo(LOCKS);
    }

    @Test
    void shouldWinThemWhateverItSays()
    {
        for (long seed = 1; seed <= LIES; seed++)
        {
            assertThat(LyingNode.complaint(seed, "lying")).isNull();
        }
    }
}
