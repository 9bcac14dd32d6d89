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
package dev.redlock.testkit.memory;

import java.util.EnumMap;
import java.util.Map;

/**
 * How often which {@link MemoryFault} strikes, and what the weather is in between. All durations in
 * nanoseconds. Its text form names everything, to be printed with a seed.
 * <pre>{@code
 * new MemoryFaults()
 *     .every(MemoryFault.CUT, 5 * SECOND)
 *     .every(MemoryFault.CRASH, 20 * SECOND, SECOND)
 *     .clockRates(4000)
 * }</pre>
 */
public final class MemoryFaults
{
    private final Map<MemoryFault, Setting> settings = new EnumMap<>(MemoryFault.class);
    private long delayNs = MemoryFlow.USUAL_DELAY_NS;
    private long spreadNs;
    private long serviceNs;
    private long ratePpm;

    /**
     * A fault that is over at once.
     *
     * @param fault   what.
     * @param everyNs mean time between two strikes in the whole network.
     * @return this.
     */
    public MemoryFaults every(final MemoryFault fault, final long everyNs)
    {
        return every(fault, everyNs, 0);
    }

    /**
     * A fault that lasts.
     *
     * @param fault   what.
     * @param everyNs mean time between two strikes in the whole network.
     * @param forNs   how long at least, and up to twice that; for a {@link MemoryFault#CLOCK_STEP} the
     *                longest step.
     * @return this.
     */
    public MemoryFaults every(final MemoryFault fault, final long everyNs, final long forNs)
    {
        if (everyNs < 1 || forNs < 0)
        {
            throw new IllegalArgumentException(fault + " every " + everyNs + " ns for " + forNs +
                " ns makes no sense: the first must be positive, the second not negative");
        }
        settings.put(fault, new Setting(everyNs, forNs));

        return this;
    }

    /**
     * How long messages take, each way.
     *
     * @param atLeastNs the smallest delay.
     * @param newSpread what may come on top of it.
     * @return this.
     */
    public MemoryFaults delay(final long atLeastNs, final long newSpread)
    {
        delayNs = atLeastNs;
        spreadNs = newSpread;

        return this;
    }

    /**
     * How long a node takes for each command.
     *
     * @param eachNs one command after the other.
     * @return this.
     */
    public MemoryFaults service(final long eachNs)
    {
        serviceNs = eachNs;

        return this;
    }

    /**
     * How far the rates of the nodes' wall clocks may be from the truth.
     *
     * @param mostPpm parts per million, drawn for each node from minus to plus so many.
     * @return this.
     */
    public MemoryFaults clockRates(final long mostPpm)
    {
        ratePpm = mostPpm;

        return this;
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder("delay " + delayNs + " to " + (delayNs + spreadNs) +
            " ns, service " + serviceNs + " ns, clock rates " + ratePpm + " ppm");
        settings.forEach((fault, setting) -> text.append(", ").append(fault).append(" every ")
            .append(setting.everyNs).append(" ns for ").append(setting.forNs).append(" ns"));

        return text.toString();
    }

    Map<MemoryFault, Setting> settings()
    {
        return settings;
    }

    long delayNs()
    {
        return delayNs;
    }

    long spreadNs()
    {
        return spreadNs;
    }

    long serviceNs()
    {
        return serviceNs;
    }

    long ratePpm()
    {
        return ratePpm;
    }

    record Setting(long everyNs, long forNs)
    {
    }
}
