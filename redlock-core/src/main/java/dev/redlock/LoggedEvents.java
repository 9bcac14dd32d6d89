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

/**
 * Writes the news to the platform's logger.
 */
final class LoggedEvents implements RedlockEvents
{
    private static final System.Logger LOG = System.getLogger("dev.redlock");

    @Override
    public void onNodeStatus(final NodeStatus status)
    {
        final boolean isGood = status.state() == NodeStatus.State.UP && status.detail().isEmpty();
        LOG.log(isGood ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING, "node {0}", status);
    }

    @Override
    public void onLeaseLost(final String key, final long term, final LostReason reason)
    {
        final boolean isOwnDoing = reason == LostReason.CLOSED;
        LOG.log(isOwnDoing ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
            "lease of ''{0}'' lost: {1} (term {2})", key, reason, term);
    }

    @Override
    public void onError(final Throwable error)
    {
        LOG.log(System.Logger.Level.ERROR, "unexpected", error);
    }
}
