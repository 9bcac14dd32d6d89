// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.junit;

import dev.redlock.Redlock;
import dev.redlock.test.FakeNodes;

/**
 * Gives test methods {@link FakeNodes}, and a {@link Redlock} over them, as parameters.
 * <pre>{@code
 * @ExtendWith(FakeNodesExtension.class)
 * class InventoryTest
 * {
 *     @Test
 *     void shouldNotSellWhatAnotherIsSelling(FakeNodes nodes, Redlock redlock)
 *     …
 * }
 * }</pre>
 * Each test that names one of them gets new nodes, shared by all its parameters and by those of its
 * {@code @BeforeEach} and {@code @AfterEach} methods, and closed after it. If a {@code @BeforeAll} method
 * names one, the class has one set. For another number than five: {@code @RegisterExtension static final
 * FakeNodesExtension NODES = new FakeNodesExtension(3)}.
 */
public final class FakeNodesExtension extends NodesExtension<FakeNodes>
{
    /**
     * For five nodes.
     */
    public FakeNodesExtension()
    {
        this(USUAL_COUNT);
    }

    /**
     * For another number of nodes.
     *
     * @param count at least 1.
     */
    public FakeNodesExtension(final int count)
    {
        super(FakeNodes.class, count);
    }

    @Override
    FakeNodes start(final int nodeCount)
    {
        return FakeNodes.of(nodeCount);
    }

    @Override
    Redlock connect(final FakeNodes nodes)
    {
        return nodes.client();
    }

    @Override
    void close(final Redlock redlock, final FakeNodes nodes)
    {
        // The client is one of theirs, and does not wait for nodes that the test has killed.
        nodes.close();
    }
}
