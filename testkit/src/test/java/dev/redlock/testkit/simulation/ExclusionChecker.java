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
package dev.redlock.testkit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The only one who sees all clocks at once: at no true time do two holders of one key both believe to hold
 * it. As a belief begins only when a validity is told, that is when it has to be looked at.
 */
final class ExclusionChecker
{
    private final Map<String, List<Holder>> holders = new HashMap<>();
    private final List<String> violations = new ArrayList<>();

    void add(final String key, final Holder holder)
    {
        holders.computeIfAbsent(key, (any) -> new ArrayList<>()).add(holder);
    }

    void check(final String key, final long trueNs)
    {
        final List<String> holding = new ArrayList<>();
        for (final Holder holder : holders.get(key))
        {
            if (holder.isHeld())
            {
                holding.add(holder.name);
            }
        }
        if (holding.size() > 1)
        {
            violations.add("at " + trueNs + " ns " + key + " is held by " + holding);
        }
    }

    List<String> violations()
    {
        return violations;
    }
}
