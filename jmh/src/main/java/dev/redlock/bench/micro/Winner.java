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
package dev.redlock.bench.micro;

import dev.redlock.engine.Claim;
import dev.redlock.engine.ClaimListener;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * Hears of one claim. Whatever is not a success ends the benchmark: it would measure something else.
 */
final class Winner implements ClaimListener
{
    private long term;
    private long released;

    long term()
    {
        return term;
    }

    long released()
    {
        return released;
    }

    @Override
    public void onAcquired(final Claim claim, final long newTerm, final long validUntilNs)
    {
        term = newTerm;
    }

    @Override
    public void onDenied(final Claim claim, final Outcome outcome)
    {
        throw new IllegalStateException("denied: " + outcome);
    }

    @Override
    public void onValidity(final Claim claim, final long anyTerm, final long validUntilNs)
    {
    }

    @Override
    public void onExtended(final Claim claim, final long anyTerm, final Outcome outcome)
    {
        throw new IllegalStateException("nobody asked for an extension: " + outcome);
    }

    @Override
    public void onReleased(final Claim claim, final long anyTerm, final Outcome outcome)
    {
        if (outcome != Outcome.RELEASED)
        {
            throw new IllegalStateException("not released: " + outcome);
        }
        released++;
    }

    @Override
    public void onLost(final Claim claim, final long anyTerm, final LostReason reason)
    {
        throw new IllegalStateException("lost: " + reason);
    }
}
