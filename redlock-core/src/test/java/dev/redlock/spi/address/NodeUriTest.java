// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeUriTest
{
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
        redis://localhost,                   localhost,       6379,  0
        redis://localhost/,                  localhost,       6379,  0
        redis://localhost:7000,              localhost,       7000,  0
        redis://localhost:7000/15,           localhost,       7000,  15
        redis://localhost/3,                 localhost,       6379,  3
        redis://10.0.0.1:1,                  10.0.0.1,        1,     0
        redis://10.0.0.1:65535,              10.0.0.1,        65535, 0
        redis://cache-1.eu_west.example:80,  cache-1.eu_west.example, 80, 0
        redis://[::1],                       ::1,             6379,  0
        redis://[::1]:7000/2,                ::1,             7000,  2
        redis://[fe80::1%eth0]:7000,         fe80::1%eth0,    7000,  0
        REDIS://localhost:7000,              localhost,       7000,  0
        ' redis://localhost:7000 ',          localhost,       7000,  0
        """)
    void shouldParseHostAndPort(final String uri, final String host, final int port, final int database)
    {
        final NodeAddress address = NodeAddress.parse(uri);

        assertThat(address.host()).isEqualTo(host);
        assertThat(address.port()).isEqualTo(port);
        assertThat(address.database()).isEqualTo(database);
        assertThat(address.socketPath()).isNull();
        assertThat(address.tls()).isFalse();
        assertThat(address.credentials()).isSameAs(Credentials.NONE);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
        redis://:secret@h,             -,       secret
        redis://app:secret@h,          app,     secret
        redis://app:a:b:c@h,           app,     a:b:c
        redis://app:p@ss@h,            app,     p@ss
        redis://app:p/ss?#@h,          app,     p/ss?#
        redis://app:a+b@h,             app,     a+b
        redis://app:%70%25%40@h,       app,     p%@
        redis://a%3Ab:%C3%BC%20x@h,    a:b,     ü x
        redis://app:s://x@h,           app,     s://x
        rediss://app:secret@h,         app,     secret
        unix://app:secret@/run/r.sock, app,     secret
        unix://:p@/x@/run/r.sock,      -,       p@/x
        """)
    void shouldParseUserAndPassword(final String uri, final String user, final String password)
    {
        final Credentials credentials = NodeAddress.parse(uri).credentials();

        assertThat(credentials.user()).isEqualTo(user);
        assertThat(credentials.password()).isEqualTo(password);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        unix:///run/redis.sock,         /run/redis.sock,   0
        unix:///run/redis.sock?db=4,    /run/redis.sock,   4
        unix:///run/a@b.sock,           /run/a@b.sock,     0
        unix:///run/app@/redis.sock,    /run/app@/redis.sock, 0
        unix:///srv/a:b@/redis.sock?db=2, /srv/a:b@/redis.sock, 2
        unix:///run/a%20b.sock,         /run/a%20b.sock,   0
        unix://:secret@/run/a@b.sock,   /run/a@b.sock,     0
        """)
    void shouldParseUnixSockets(final String uri, final String path, final int database)
    {
        final NodeAddress address = NodeAddress.parse(uri);

        assertThat(address.socketPath()).isEqualTo(path);
        assertThat(address.database()).isEqualTo(database);
        assertThat(address.host()).isNull();
        assertThat(address.port()).isZero();
        assertThat(address.tls()).isFalse();
    }

    @Test
    void shouldSpeakTlsToRediss()
    {
        assertThat(NodeAddress.parse("rediss://h:7000/1"))
            .isEqualTo(new NodeAddress("h", 7000, null, true, 1, Credentials.NONE));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        localhost:6379         | has no scheme
        redis:/localhost:6379  | needs two slashes behind 'redis:'
        redis:localhost        | needs two slashes behind 'redis:'
        rediss:/:pw@h          | needs two slashes behind 'rediss:'
        unix:/run/r.sock       | needs two slashes behind 'unix:'
        redis://a:1;redis://b  | holds several addresses: on the command line separate them by commas
        redis://a,redis://b    | holds several addresses
        redis://:p@a;redis://:p@b | holds several addresses
        redis://a unix:///b    | holds several addresses
        redis://a:1,b:2        | holds several addresses: each needs a scheme of its own
        http://a:1,b:2         | holds several addresses: each needs a scheme of its own
        a:1;b:2                | holds several addresses: each needs a scheme of its own
        //localhost:6379       | has no scheme
        http://localhost       | unknown scheme
        redis://               | names no host
        redis:///2             | names no host
        redis://:6379          | names no host
        redis://[]:6379        | names no host
        redis://a b:6379       | host with an illegal character
        redis://a]b            | host with an illegal character
        redis://h:             | port that is not a number from 1 to 65535
        redis://h:0            | port that is not a number from 1 to 65535
        redis://h:65536        | port that is not a number from 1 to 65535
        redis://h:-1           | port that is not a number from 1 to 65535
        redis://h:+1           | port that is not a number from 1 to 65535
        redis://h:99999999999  | port that is not a number from 1 to 65535
        redis://h:٦٣٧٩         | port that is not a number from 1 to 65535
        redis://h:6379x        | port that is not a number from 1 to 65535
        redis://h/x            | database that is not a number from 0 to 2147483647
        redis://h/-1           | database that is not a number from 0 to 2147483647
        redis://h/1/2          | database that is not a number from 0 to 2147483647
        redis://h/2147483648   | database that is not a number from 0 to 2147483647
        redis://h?db=1         | parameters
        redis://h#1            | parameters
        redis://::1:6379       | IPv6 address stands in brackets
        redis://fe80::1        | IPv6 address stands in brackets
        redis://[::1           | brackets that do not hold
        redis://[::1]6379      | brackets that do not hold
        unix://run/r.sock      | absolute path
        unix://                | absolute path
        unix:///               | absolute path
        unix:///run/r.sock?x=1 | unknown parameter
        unix:///r?db=x         | database that is not a number
        redis://app@h          | has no password
        redis://app:@h         | has no password
        redis://@h             | has no password
        """)
    void shouldRefuseWithTheRuleAndTheForms(final String uri, final String rule)
    {
        assertThatIllegalArgumentException().isThrownBy(() -> NodeAddress.parse(uri))
            .withMessageStartingWith("node '")
            .withMessageContaining(rule).withMessageContaining("redis://[user[:password]@]host[:port][/db]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        redis://h:65536/3                | redis://h:65536/3
        redis://[::1]:0                  | redis://[::1]:0
        redis://:secret@h:65536          | redis://***@h:65536
        redis://h:abc                    | redis://h:***
        redis://h:6379x/3                | redis://h:***
        redis://:secret@h:abc            | redis://***@h:***
        unix:///run/r.sock?db=-1         | unix:///run/r.sock?db=-1
        localhost:6379                   | localhost:6379
        """)
    void shouldRepeatWhatIsHarmless(final String uri, final String shown)
    {
        assertThatIllegalArgumentException().isThrownBy(() -> NodeAddress.parse(uri))
            .withMessageStartingWith("node '" + shown + "' ");
    }

    /*
     * Every way to get it wrong with a password in it that we could think of.
     */
    @ParameterizedTest
    @ValueSource(strings = {
        "app:Secret@host:6379",
        ":Secret@host",
        ":p://Secret@host",
        "app:Secret",
        "http://app:Secret@host",
        "app:s3://Secret@host",
        "redis://app:Secret@",
        "redis://app:Secret@host:0",
        "redis://app:Secret@host:x",
        "redis://app:Secret@host/x",
        "redis://app:Secret@[::1",
        "redis://app:Secret@::1",
        "redis://app:Secret@ho st",
        "redis://app:Secret@host?db=1",
        "redis://app:Sec@Secret@host:0",
        "redis://app:/Secret@host:0",
        "redis://app:%zzSecret@host",
        "redis://app:%Secret@host",
        "redis://app:%FFSecret@host",
        "redis://app:Secret",
        "redis://:Secret",
        "redis://:Se/Secret",
        "redis://host:Secret@",
        "redis://host?password=Secret",
        "redis://host:6379?password=Secret",
        "redis://host:6379/0?password=Secret",
        "redis://host/Secret",
        "redis://host#Secret",
        "redis://[::1]Secret",
        "redis://[::1]:Secret",
        "unix://app:Secret@run/r.sock",
        "unix://app:Secret@/",
        "unix://app:Secret@/run/r.sock?db=x",
        "unix:///run/r.sock?password=Secret",
        "unix:///run/r.sock?db=1&password=Secret",
        "unix:///run/r.sock?db=Secret"})
    void shouldNotRepeatAPassword(final String uri)
    {
        assertThatIllegalArgumentException().isThrownBy(() -> NodeAddress.parse(uri))
            .satisfies((ex) -> assertThat(ex.toString()).doesNotContain("Secret")).withNoCause();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rediss://app:Secret@host:6379/1", "unix://app:Secret@/run/r.sock?db=1"})
    void shouldNotRepeatAPasswordWithAnyWrongCharacter(final String sound)
    {
        final List<String> broken = new ArrayList<>();
        for (int i = 0; i <= sound.length(); i++)
        {
            broken.add(sound.substring(0, i) + sound.substring(Math.min(i + 1, sound.length())));
            for (final char stray : ":/@?#[]% \t\n\u0000x".toCharArray())
            {
                broken.add(sound.substring(0, i) + stray + sound.substring(i));
            }
        }

        assertThat(broken).allSatisfy((uri) -> assertThat(complaint(uri)).doesNotContain("Secret"));
        assertThat(broken.stream().map(NodeUriTest::complaint).filter((text) -> !text.isEmpty()))
            .hasSizeGreaterThan(broken.size() / 3);
    }

    private static String complaint(final String uri)
    {
        try
        {
            return NodeAddress.parse(uri).credentials() == null ? "nobody" : "";
        }
        catch (final IllegalArgumentException ex)
        {
            return ex.toString();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tr-TR", "ar-EG"})
    void shouldParseTheSameInEveryLocale(final String locale)
    {
        final Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(locale));
        try
        {
            assertThat(NodeAddress.parse("REDIS://H:7000/1"))
                .isEqualTo(new NodeAddress("H", 7000, null, false, 1, Credentials.NONE));
            assertThat(NodeAddress.parse("UNIX:///r").socketPath()).isEqualTo("/r");
        }
        finally
        {
            Locale.setDefault(before);
        }
    }

    @Test
    void shouldRefuseNullWithTheForms()
    {
        assertThatNullPointerException().isThrownBy(() -> NodeAddress.parse(null))
            .withMessageContaining("redis://");
    }
}
