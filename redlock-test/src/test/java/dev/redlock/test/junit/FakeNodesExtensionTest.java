// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.redlock.Redlock;
import dev.redlock.test.FakeNodes;

class FakeNodesExtensionTest
{
    private static final Set<Object> SEEN = new HashSet<>();
    private static Redlock last;

    @AfterAll
    static void shouldHaveClosedTheLast()
    {
        assertThat(isOpen(last)).isFalse();
    }

    private static boolean isOpen(final Redlock redlock)
    {
        try
        {
            redlock.handle("any").close();

            return true;
        }
        catch (final RuntimeException ex)
        {
            return false;
        }
    }

    @Nested
    @ExtendWith(FakeNodesExtension.class)
    class PerTest
    {
        private FakeNodes before;

        @BeforeEach
        void remember(final FakeNodes nodes)
        {
            before = nodes;
            assertThat(SEEN.add(nodes)).as("new ones").isTrue();
            assertThat(last == null || !isOpen(last)).as("the earlier ones are closed").isTrue();
        }

        @AfterEach
        void shouldStillBeOpen(final Redlock redlock)
        {
            assertThat(redlock).isSameAs(last);
            assertThat(redlock.tryAcquire("k")).isPresent();
        }

        @Test
        void shouldShareThemInATest(final Redlock redlock, final FakeNodes nodes)
        {
            last = redlock;
            assertThat(nodes).isSameAs(before);
            assertThat(nodes.size()).isEqualTo(5);
        }

        @Test
        void shouldHaveNewOnesInTheNext(final Redlock redlock)
        {
            last = redlock;
        }
    }

    @Nested
    class PerClass
    {
        @RegisterExtension
        static final FakeNodesExtension NODES = new FakeNodesExtension(3);

        private static FakeNodes all;

        @BeforeAll
        static void remember(final FakeNodes nodes, final Redlock redlock)
        {
            SEEN.add(nodes);
            all = nodes;
            last = redlock;
        }

        @Test
        void shouldShareThem(final FakeNodes nodes, final Redlock redlock)
        {
            assertThat(nodes).isSameAs(all);
            assertThat(nodes.size()).isEqualTo(3);
            assertThat(redlock.tryAcquire("first")).isPresent();
        }

        @Test
        void shouldShareThemAgain(final FakeNodes nodes, final Redlock redlock)
        {
            assertThat(nodes).isSameAs(all);
            assertThat(redlock.tryAcquire("second")).isPresent();
        }
    }
}
