// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.tck.harness.Closing;
import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeScript;

/**
 * Tests that run with epoll and with nio, and leave no buffer behind.
 */
@ExtendWith(LeakGuard.class)
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"epoll", "nio"})
abstract class OverBothSockets
{
    @RegisterExtension
    final Closing closing = new Closing();

    @Parameter
    String io;

    final NettyRig.Setup rig()
    {
        return NettyRig.with(io, closing);
    }

    final FakeNode node(final FakeScript script)
    {
        return closing.later(FakeNode.start(script));
    }
}
