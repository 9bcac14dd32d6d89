/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
