// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.Test;

import dev.redlock.admission.login.ClientLabel;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Reply;
import dev.redlock.spi.address.NodeAddress;

/**
 * What a running node says of its memory, at the levels without a marker.
 */
class EvictionTest
{
    private static final ThreadMXBean THREADS = (ThreadMXBean)ManagementFactory.getThreadMXBean();

    private final ScriptedServer server = ScriptedServer.captured("redis-7.0.15");
    private final Admission admission = new Admission(
        List.of(NodeAddress.parse("redis://h:7000")), Scripts.plain(), new ClientLabel("redlock", "1"));

    EvictionTest()
    {
        assertThat(server.converse(admission.begin(0, false))).isNull();
        admission.onUp(0);
    }

    @Test
    void shouldWarnWhenANodeMayEvictAndTakeItBack()
    {
        assertThat(admission.warnsAnew(0, memory("100", "noeviction"))).isFalse();
        assertThat(admission.warnsAnew(0, memory("0", "allkeys-lru"))).as("has no limit").isFalse();
        assertThat(admission.warnsAnew(0, memory("100", "allkeys-lru"))).isTrue();
        assertThat(admission.facts(0).warnings()).singleElement().asString()
            .startsWith("maxmemory-policy is allkeys-lru");
        assertThat(admission.warnsAnew(0, memory("100", "allkeys-lru"))).isFalse();
        assertThat(admission.objectionToMemory(0, memory("100", "allkeys-lru"))).isNull();

        assertThat(admission.warnsAnew(0, memory("100", "noeviction"))).isTrue();
        assertThat(admission.facts(0).warnings()).isEmpty();
        assertThat(admission.warnsAnew(0, memory("", ""))).as("does not say").isFalse();
    }

    @Test
    void shouldAllocateNothingWhileTheNodeSaysTheSame()
    {
        final Reply reply = memory("100", "noeviction");
        long allocated = Long.MAX_VALUE;
        for (int block = 0; block < 30 && allocated > 0; block++)
        {
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1_000; i++)
            {
                admission.objectionToMemory(0, reply);
                admission.warnsAnew(0, reply);
            }
            allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(allocated).isLessThan(1_000);
    }

    private static Reply memory(final String limit, final String policy)
    {
        final byte[] bytes = ("# Memory\r\nused_memory:1000\r\nmaxmemory:" + limit +
            "\r\nmaxmemory_human:0B\r\nmaxmemory_policy:" + policy + "\r\n")
            .getBytes(StandardCharsets.US_ASCII);

        return new Reply().set(Reply.Kind.TEXT).add(bytes, 0, bytes.length);
    }
}
