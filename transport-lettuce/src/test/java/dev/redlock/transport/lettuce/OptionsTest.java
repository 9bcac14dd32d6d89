// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.protocol.ProtocolVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.Redlock;
import dev.redlock.spi.address.TlsOptions;

class OptionsTest
{
    @Test
    void shouldHaveOneThreadUnlessToldOtherwise()
    {
        assertThat(LettuceOptions.parse(Map.of()).ioThreads()).isEqualTo(1);
        assertThat(LettuceOptions.parse(Map.of("io-threads", "64")).ioThreads()).isEqualTo(64);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "65", "-1", "", "two", "9999999999"})
    void shouldRefuseAnotherNumberOfThreads(final String threads)
    {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> LettuceOptions.parse(Map.of("io-threads", threads)))
            .withMessage("option io-threads of the lettuce transport is '" + threads +
                "' but must be a number from 1 to 64");
    }

    @Test
    void shouldRefuseAnUnknownOption()
    {
        assertThatIllegalArgumentException().isThrownBy(() -> LettuceOptions.parse(Map.of("io", "epoll")))
            .withMessage("the lettuce transport has no option 'io'; its only option is io-threads=1 to " +
                "io-threads=64");
    }

    /**
     * What would send a command twice, late, or unasked.
     */
    @Test
    void shouldTakeNoOptionOverThatRepeatsACommand()
    {
        final SocketOptions socket = SocketOptions.builder().connectTimeout(Duration.ofMillis(77)).build();
        final SslOptions ssl = SslOptions.builder().handshakeTimeout(Duration.ofMillis(78)).build();
        final ClientOptions given = ClientOptions.builder().autoReconnect(true).requestQueueSize(3)
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.ACCEPT_COMMANDS)
            .socketOptions(socket).sslOptions(ssl).build();

        final ClientOptions options = AtMostOnce.options(given, TlsOptions.PLATFORM);

        assertThat(options.isAutoReconnect()).isFalse();
        assertThat(options.isRejectCommandsWhileDisconnected()).isTrue();
        assertThat(options.getTimeoutOptions().isTimeoutCommands()).isFalse();
        assertThat(options.getMaintNotificationsConfig().maintNotificationsEnabled()).isFalse();
        assertThat(options.isPingBeforeActivateConnection()).isFalse();
        assertThat(options.getConfiguredProtocolVersion()).isEqualTo(ProtocolVersion.RESP2);
        assertThat(options.getRequestQueueSize()).isEqualTo(Integer.MAX_VALUE);
        assertThat(options.getReplayFilter().test(null)).isTrue();
        assertThat(options.getSocketOptions().getConnectTimeout()).isEqualTo(Duration.ofMillis(77));
        assertThat(options.getSslOptions().getHandshakeTimeout()).isEqualTo(Duration.ofMillis(78));
    }

    @Test
    void shouldComplainAboutFilesThatCannotBeRead()
    {
        final TlsOptions tls = new TlsOptions(Path.of("no", "such.pem"), null, null);

        assertThatIllegalArgumentException().isThrownBy(Redlock.builder().transport("lettuce")
            .nodes("rediss://127.0.0.1:1").tls(tls)::build)
            .withMessage("the file of the trusted certificates cannot be read: " + Path.of("no", "such.pem"));
    }
}
