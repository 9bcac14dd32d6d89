// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest
{
    @ParameterizedTest
    @CsvSource({
        "redis://:pw@h:1, redis://***@h:1",
        "'at ''rediss://user:p@w@h:1/0'' wrong', 'at ''rediss://***@h:1/0'' wrong'",
        "'redis://:a@h:1,redis://:b@h:2', redis://***@h:2",
        "redis://h:1, redis://h:1",
        "someone@example.org, someone@example.org",
        "'write redis://[user[:password]@]host', 'write redis://[user[:password]@]host'",
        "'write redis://:PASSWORD@host or redis://USER:PASSWORD@host', 'write redis://:PASSWORD@host or " +
            "redis://USER:PASSWORD@host'",
        "redis://:PASSWORDS@host, redis://***@host", "redis://me:PASSWORD@host, redis://***@host",
        "redis://:PASSWORD@host@h, redis://***@h", "redis://:p[w@h, redis://***@h",
        "redis://:p'w@h, redis://***@h"})
    void shouldHideWhatStandsBeforeTheHost(final String text, final String expected)
    {
        assertThat(Secrets.hide(text)).isEqualTo(expected);
    }
}
