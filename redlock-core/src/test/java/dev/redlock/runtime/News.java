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
package dev.redlock.runtime;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;

/**
 * Keeps what a client has to say.
 */
final class News implements ClientEvents
{
    final List<NodeStatus> statuses = new CopyOnWriteArrayList<>();
    final List<String> losses = new CopyOnWriteArrayList<>();
    final List<Throwable> errors = new CopyOnWriteArrayList<>();

    @Override
    public void onNodeStatus(final NodeStatus status)
    {
        statuses.add(status);
    }

    @Override
    public void onLeaseLost(final String key, final long term, final LostReason reason)
    {
        losses.add(key + " " + term + " " + reason);
    }

    @Override
    public void onError(final Throwable error)
    {
        errors.add(error);
    }
}
