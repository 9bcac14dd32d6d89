// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;

import org.junit.jupiter.api.Test;

class LocalNodeTest
{
    private static SocketAddress at(final String address) throws UnknownHostException
    {
        return new InetSocketAddress(InetAddress.getByName(address), 6379);
    }

    private static boolean isLocal(final String near, final String far) throws UnknownHostException
    {
        return RespLink.areOfOneMachine(at(near), at(far));
    }

    @Test
    void shouldTakeANodeForALocalOneIfBothEndsAreOfThisMachine() throws UnknownHostException
    {
        assertThat(isLocal("127.0.0.1", "127.0.0.1")).isTrue();
        assertThat(isLocal("127.0.0.1", "127.0.0.2")).isTrue();
        assertThat(isLocal("::1", "::1")).isTrue();
        assertThat(isLocal("192.0.2.7", "192.0.2.7")).isTrue();
        assertThat(isLocal("2001:db8::7", "2001:db8::7")).isTrue();
        assertThat(RespLink.areOfOneMachine(null, at("127.0.0.1"))).isTrue();
        assertThat(RespLink.areOfOneMachine(null, UnixDomainSocketAddress.of("/run/redis.sock"))).isTrue();
    }

    @Test
    void shouldTakeItForOneElsewhereOtherwise() throws UnknownHostException
    {
        assertThat(isLocal("192.0.2.7", "192.0.2.8")).isFalse();
        assertThat(isLocal("2001:db8::7", "2001:db8::8")).isFalse();
        assertThat(RespLink.areOfOneMachine(null, at("192.0.2.8"))).isFalse();
        assertThat(RespLink.areOfOneMachine(at("192.0.2.7"), null)).isFalse();
        assertThat(RespLink.areOfOneMachine(null, null)).isFalse();
    }
}
