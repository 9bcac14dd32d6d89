// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SocketWordsTest
{
    /*
     * As epoll says it, and as the JDK does.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        finishConnect(..) failed with error(-111): Connection refused     | connection refused
        Connection refused                                                | connection refused
        finishConnect(..) failed with error(-113): No route to host       | no route to host
        No route to host                                                  | no route to host
        Network is unreachable                                            | network is unreachable
        recvAddress(..) failed with error(-104): Connection reset by peer | connection reset by peer
        Connection reset                                                  | connection reset
        syscall:read(..) failed: Connection reset by peer                 | connection reset by peer
        writevAddresses(..) failed with error(-32): Broken pipe           | broken pipe
        finishConnect(..) failed with error(-110): Connection timed out   | connection timed out
        connection timed out: /10.0.0.1:1                                 | connection timed out: /10.0.0.1:1
        connect(..) failed with error(-13): Permission denied             | permission denied
        Permission denied                                                 | permission denied
        No such file or directory                                         | no such file
        TLS is not spoken here                                            | TLS is not spoken here
        ?                                                                 | ?
        """)
    void shouldSayWhatTheSystemSaysAndNotWhichCallDid(final String message, final String words)
    {
        assertThat(SocketWords.of(new ConnectException(message))).isEqualTo(words);
        assertThat(SocketWords.of(new IOException("elsewhere", new SocketException(message))))
            .isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket(..) failed with error(-24): Too many open files",
        "eventfd() failed: Too many open files", "/dev/null (Too many open files)"})
    void shouldBlameThisProcessForItsDescriptors(final String message)
    {
        assertThat(SocketWords.of(new FileNotFoundException(message)))
            .startsWith(SocketWords.OURS + "descriptor left").contains("ulimit -n");
        assertThat(SocketWords.of(new IOException(new OutOfMemoryError("Cannot reserve 64 bytes"))))
            .startsWith(SocketWords.OURS + "memory left (Cannot reserve 64 bytes)");
    }

    static Stream<Arguments> kinds()
    {
        return Stream.of(
            arguments(new NoRouteToHostException(), "network is unreachable"),
            arguments(new NoRouteToHostException("No route to host"), "no route to host"),
            arguments(new FileNotFoundException(), "no such file"),
            arguments(new UnknownHostException("nowhere"), "unknown host"),
            arguments(new UnknownHostException(), "unknown host"),
            arguments(new UnknownHostException("nowhere: Temporary failure in name resolution"),
                "temporary failure in name resolution"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldKnowWhatExceptionsMeanThatSayLittle(final Throwable failure, final String words)
    {
        assertThat(SocketWords.of(failure)).isEqualTo(words);
    }

    @Test
    void shouldNameTheExceptionWhenItSaysNothing()
    {
        assertThat(SocketWords.of(new ClosedChannelException())).isEqualTo("ClosedChannelException");
    }
}
