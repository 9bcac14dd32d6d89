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
package dev.redlock.engine;

/**
 * Deals owner tokens out of a block that is filled ahead, so that a token costs a copy. Every token is dealt
 * once.
 */
final class OwnerTokens
{
    /**
     * Length of an owner token in bytes: 160 bits, as the literature advises.
     */
    static final int LENGTH = 20;

    private static final int PER_BLOCK = 64;

    private final byte[] block = new byte[LENGTH * PER_BLOCK];
    private final TokenSource source;
    private int next = PER_BLOCK;

    OwnerTokens(final TokenSource source)
    {
        this.source = source;
    }

    void deal(final byte[] token)
    {
        if (next == PER_BLOCK)
        {
            source.fill(block);
            next = 0;
        }

        System.arraycopy(block, next * LENGTH, token, 0, LENGTH);
        next++;
    }

    /**
     * Stirs the source; what was filled ahead is not dealt any more.
     */
    void stir(final int nodeIndex, final long connectionId)
    {
        source.stir(nodeIndex, connectionId);
        next = PER_BLOCK;
    }
}
