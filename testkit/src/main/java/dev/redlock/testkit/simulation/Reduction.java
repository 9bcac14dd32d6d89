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

import java.util.EnumSet;
import java.util.Set;

/**
 * A smaller version of a history: the same seed with less of it.
 *
 * @param without   faults that do not strike.
 * @param stormTtls the storm lasts so many times to live at the most.
 * @param clients   at most.
 */
public record Reduction(Set<Fault> without, int stormTtls, int clients)
{
    /**
     * All of it.
     */
    public static final Reduction NONE =
        new Reduction(EnumSet.noneOf(Fault.class), Integer.MAX_VALUE, Integer.MAX_VALUE);

    /**
     * The options of the command line that say the same.
     *
     * @return empty for {@link #NONE}, else begins with a space.
     */
    public String options()
    {
        final StringBuilder text = new StringBuilder();
        if (!without.isEmpty())
        {
            text.append(" --without ").append(String.join(",", without.stream().map(Fault::label).toList()));
        }
        if (stormTtls != Integer.MAX_VALUE)
        {
            text.append(" --storm ").append(stormTtls);
        }
        if (clients != Integer.MAX_VALUE)
        {
            text.append(" --clients ").append(clients);
        }

        return text.toString();
    }
}
