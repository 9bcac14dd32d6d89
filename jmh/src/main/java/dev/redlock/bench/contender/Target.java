// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.nio.file.Path;
import java.util.List;

/**
 * What to connect to.
 *
 * @param uris      of the nodes, {@code redis://}, {@code rediss://} or {@code unix://}.
 * @param ttlMs     time to live of all locks.
 * @param trust     certificates to trust, PEM; null without TLS.
 */
public record Target(List<String> uris, long ttlMs, Path trust)
{
    /**
     * Copies the list.
     */
    public Target
    {
        uris = List.copyOf(uris);
    }

    /**
     * Votes needed.
     *
     * @return a majority of the nodes.
     */
    public int quorum()
    {
        return uris.size() / 2 + 1;
    }
}
