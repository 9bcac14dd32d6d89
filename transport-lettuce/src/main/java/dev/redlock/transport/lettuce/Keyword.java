// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

import io.lettuce.core.protocol.ProtocolKeyword;

import dev.redlock.spi.CommandTemplate;

/**
 * The name by which Lettuce's metrics know a command. In lower case, because Lettuce acts on some commands by
 * their name (it would remember a SELECT and repeat it), and it compares names in upper case.
 */
final class Keyword implements ProtocolKeyword
{
    /**
     * Questions of the dialogue and inquiries.
     */
    static final Keyword QUESTION = new Keyword("redlock-question");

    private final String text;

    private Keyword(final String text)
    {
        this.text = text;
    }

    static Keyword of(final CommandTemplate template)
    {
        final boolean isNamed = template.kind(0) == CommandTemplate.ArgumentKind.LITERAL;
        final String name =
            isNamed ? new String(template.literal(0), StandardCharsets.UTF_8) : template.name();

        return new Keyword(name.toLowerCase(Locale.ROOT));
    }

    @Override
    public byte[] getBytes()
    {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString()
    {
        return text;
    }
}
