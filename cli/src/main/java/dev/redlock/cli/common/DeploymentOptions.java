// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.admission.marker.Agreement;
import dev.redlock.cli.output.Prose;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.runtime.client.KeyText;
import dev.redlock.spi.address.NodeAddress;

/**
 * Options that say what all clients of the same keys must agree on, beside the nodes and the longest time to
 * live.
 */
public final class DeploymentOptions
{
    @Option(names = "--quorum", paramLabel = "N", order = 90,
        description = "Votes needed, the same in all clients (default: a majority).")
    private Integer quorum;

    @Option(names = "--prefix", paramLabel = "PREFIX", defaultValue = "", order = 91,
        description = "What all keys of the clients begin with (default: nothing).")
    private String prefix;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /**
     * Builds a client with these settings.
     *
     * @param builder with all others.
     * @return to be closed.
     * @throws ParameterException if a setting cannot be.
     */
    public Redlock build(final RedlockBuilder builder)
    {
        try
        {
            builder.keyPrefix(prefix);

            return (quorum == null ? builder : builder.quorum(quorum)).build();
        }
        catch (final IllegalArgumentException ex)
        {
            throw new ParameterException(spec.commandLine(), ex.getMessage());
        }
    }

    /**
     * What all keys of the clients begin with.
     *
     * @return empty if it was not given.
     */
    public String prefix()
    {
        return prefix;
    }

    /**
     * A key for people.
     *
     * @param key without the prefix.
     * @return as callers name it, and as the nodes have it.
     */
    public String shown(final String key)
    {
        return KeyText.shown(prefix.getBytes(StandardCharsets.UTF_8), key);
    }

    /**
     * What clients should have agreed on, if they have the keys that are meant here.
     *
     * @param uris       of the nodes.
     * @param longestTtl null if it was not given.
     * @param level      null if it was not given.
     * @param found      agreed on by most; counts for what was not given.
     * @return {@code found} for clients of another prefix.
     */
    public Agreement expected(final List<String> uris, final Duration longestTtl, final QuarantineLevel level,
        final Agreement found)
    {
        final Agreement given = Agreement.of(uris.stream().map(NodeAddress::parse).toList(),
            quorum == null ? found.quorum() : quorum,
            longestTtl == null ? found.longestTtl() : Prose.duration(longestTtl),
            level == null ? found.level() : level.name().toLowerCase(Locale.ROOT),
            prefix.getBytes(StandardCharsets.UTF_8));

        return prefix.isEmpty() ? given.withPrefixOf(found) :
            given.prefix().equals(found.prefix()) ? given : found;
    }
}
