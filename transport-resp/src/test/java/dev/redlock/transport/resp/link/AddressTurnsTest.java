// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

import org.junit.jupiter.api.Test;

class AddressTurnsTest
{
    private final AddressTurns turns = new AddressTurns();

    @Test
    void shouldTryAllBeforeOneComesAgain()
    {
        checkNext("10.0.0.1", false, "10.0.0.1", "10.0.0.2", "10.0.0.3");
        checkNext("10.0.0.2", false, "10.0.0.1", "10.0.0.2", "10.0.0.3");
        checkNext("10.0.0.3", false, "10.0.0.1", "10.0.0.2", "10.0.0.3");
        checkNext("10.0.0.1", false, "10.0.0.1", "10.0.0.2", "10.0.0.3");
    }

    /*
     * Many name servers turn their answer each time.
     */
    @Test
    void shouldTryAllInWhateverOrderTheyCome()
    {
        checkNext("10.0.0.1", false, "10.0.0.1", "10.0.0.2");
        checkNext("10.0.0.2", false, "10.0.0.2", "10.0.0.1");
        checkNext("10.0.0.1", false, "10.0.0.1", "10.0.0.2");
        checkNext("10.0.0.2", false, "10.0.0.2", "10.0.0.1");
    }

    /*
     * And some name only a few of many.
     */
    @Test
    void shouldTryAllThatAreEverNamedBeforeOneComesAgain()
    {
        checkNext("10.0.0.1", false, "10.0.0.1", "10.0.0.2");
        checkNext("10.0.0.2", false, "10.0.0.2", "10.0.0.3");
        checkNext("10.0.0.3", false, "10.0.0.1", "10.0.0.3");
        checkNext("10.0.0.1", false, "10.0.0.1", "10.0.0.2");
    }

    @Test
    void shouldKeepOneThatWorksWhileTheNameStandsForIt()
    {
        checkNext("10.0.0.1", false, "10.0.0.1", "10.0.0.2");
        checkNext("10.0.0.2", true, "10.0.0.1", "10.0.0.2");
        checkNext("10.0.0.2", true, "10.0.0.1", "10.0.0.2");
        checkNext("10.0.0.3", false, "10.0.0.3");
    }

    private void checkNext(final String expected, final boolean works, final String... hosts)
    {
        assertThat(turns.next(Arrays.stream(hosts).map(AddressTurnsTest::host)
            .toArray(InetAddress[]::new), () -> works)).isEqualTo(host(expected));
    }

    private static InetAddress host(final String address)
    {
        try
        {
            return InetAddress.getByName(address);
        }
        catch (final UnknownHostException ex)
        {
            throw new AssertionError(ex);
        }
    }
}
