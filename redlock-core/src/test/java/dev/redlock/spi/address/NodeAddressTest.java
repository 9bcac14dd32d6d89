// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeAddressTest
{
    @ParameterizedTest
    @CsvSource(textBlock = """
        redis://h:7000,               h:7000,              h:7000
        redis://h:7000/2,             h:7000/2,            h:7000/2
        rediss://h:7000,              h:7000,              tls h:7000
        redis://[::1]:7000/2,         '[::1]:7000/2',      '[::1]:7000/2'
        unix:///run/r.sock,           unix:/run/r.sock,    unix:/run/r.sock
        unix:///run/r.sock?db=2,      unix:/run/r.sock/2,  unix:/run/r.sock/2
        redis://app:Secret@h:7000,    h:7000,              h:7000
        """)
    void shouldHaveAShortNameWithoutSecrets(final String uri, final String display, final String text)
    {
        final NodeAddress address = NodeAddress.parse(uri);

        assertThat(address.display()).isEqualTo(display);
        assertThat(address.toString()).isEqualTo(text);
    }

    /**
     * Names are the same whatever their case, and one node under two names would have two votes.
     */
    @Test
    void shouldWriteHostsInSmallLetters()
    {
        assertThat(NodeAddress.parse("redis://LOCALHOST:7000"))
            .isEqualTo(NodeAddress.parse("redis://localhost:7000"));
        assertThat(NodeAddress.of("Node-1.Example", 7000).display()).isEqualTo("node-1.example:7000");
    }

    @Test
    void shouldEscapeThePathOfASocket()
    {
        assertThat(NodeAddress.parse("unix:///run/a\u001b[31m\u202eb").display())
            .isEqualTo("unix:/run/a\\u001b[31m\\u202eb");
    }

    @Test
    void shouldRefuseAHostThatTurnsTheDirectionOfReading()
    {
        assertThatIllegalArgumentException().isThrownBy(() -> NodeAddress.parse("redis://a\u202eb:7000"))
            .withMessageContaining("node 'redis://a\\u202eb:7000' has a host with an illegal character");
    }

    @Test
    void shouldNotPrintCredentials()
    {
        assertThat(NodeAddress.parse("redis://app:Secret@h").credentials().toString())
            .isEqualTo("user app, password not shown");
        assertThat(NodeAddress.parse("redis://:Secret@h").credentials().toString())
            .isEqualTo("default user, password not shown");
        assertThat(NodeAddress.of("h", 1).credentials().toString()).isEqualTo("none");
    }

    @Test
    void shouldChangeCredentialsOnly()
    {
        final Credentials rotating = NodeAddress.parse("redis://app:Secret@h").credentials();
        final NodeAddress before = NodeAddress.parse("rediss://h:7000/3");

        assertThat(before.with(rotating)).isEqualTo(new NodeAddress("h", 7000, null, true, 3, rotating));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 65_536})
    void shouldRefuseAPortOutOfRange(final int port)
    {
        assertThatIllegalArgumentException().isThrownBy(() -> NodeAddress.of("h", port))
            .withMessage("port of h is " + port + " but must be 1 to 65535");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "[::1]", "a/b", "a\n", "redis://:Secret@h"})
    void shouldRefuseWhatIsNoHostWithoutRepeatingIt(final String host)
    {
        assertThatIllegalArgumentException().isThrownBy(() -> NodeAddress.of(host, 6379))
            .withMessageStartingWith("host must be a name or an address").withMessageNotContaining("Secret");
    }

    @Test
    void shouldBeEitherTcpOrUnix()
    {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> new NodeAddress(null, 0, null, false, 0, Credentials.NONE))
            .withMessageContaining("either a host and a port or the path");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> new NodeAddress("h", 1, "/r", false, 0, Credentials.NONE))
            .withMessageContaining("either a host and a port or the path");
    }

    @Test
    void shouldRefuseAUnixSocketWithPortOrTlsOrWithoutPath()
    {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> new NodeAddress(null, 1, "/r", false, 0, Credentials.NONE))
            .withMessageContaining("port 0 and no TLS");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> new NodeAddress(null, 0, "/r", true, 0, Credentials.NONE))
            .withMessageContaining("port 0 and no TLS");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> new NodeAddress(null, 0, "", false, 0, Credentials.NONE))
            .withMessageContaining("has a path");
    }

    @Test
    void shouldRefuseANegativeDatabase()
    {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> new NodeAddress("h", 1, null, false, -1, Credentials.NONE))
            .withMessage("database is -1 but must be 0 or more");
    }

    @Test
    void shouldRefuseToHaveNoCredentialsAtAll()
    {
        assertThatNullPointerException().isThrownBy(() -> new NodeAddress("h", 1, null, false, 0, null))
            .withMessageContaining("Credentials.NONE");
    }
}
