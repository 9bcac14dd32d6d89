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
import dev.redlock.outcome.NodeStatus;
import dev.redlock.runtime.ClientEvents;

/**
 * Passes the runtime's news on to the application.
 */
final class EventsAdapter implements ClientEvents
{
    private final RedlockEvents events;

    EventsAdapter(final RedlockEvents events)
    {
        this.events = events;
    }

    @Override
    public void onNodeStatus(final NodeStatus status)
    {
        events.onNodeStatus(status);
    }

    @Override
    public void onLeaseLost(final String key, final long term, final LostReason reason)
    {
        events.onLeaseLost(key, term, reason);
    }

    @Override
    public void onError(final Throwable error)
    {
        events.onError(error);
    }
}
