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
package dev.redlock;

import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.HandleListener;

/**
 * Passes what the runtime says of a handle on to the application.
 */
final class ListenerAdapter implements HandleListener
{
    private final LockHandle handle;
    private final LockListener listener;

    ListenerAdapter(final LockHandle handle, final LockListener listener)
    {
        this.handle = handle;
        this.listener = listener;
    }

    @Override
    public void onAcquired(final long term, final long validUntilNs)
    {
        listener.onAcquired(handle, term);
    }

    @Override
    public void onDenied(final Outcome outcome)
    {
        listener.onDenied(handle, outcome);
    }

    @Override
    public void onExtended(final long term, final Outcome outcome)
    {
        listener.onExtended(handle, term, outcome);
    }

    @Override
    public void onReleased(final long term, final Outcome outcome)
    {
        listener.onReleased(handle, term, outcome);
    }

    @Override
    public void onLost(final long term, final LostReason reason)
    {
        listener.onLost(handle, term, reason);
    }
}
