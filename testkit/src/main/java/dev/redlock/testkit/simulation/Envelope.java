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
import java.util.Locale;
import java.util.Set;

/**
 * How far the faults go.
 */
public enum Envelope
{
    /**
     * What a lock must withstand: messages and processes fare as badly as they can; clocks keep their rates
     * within the allowance for drift and are never set forward; no more than 2Q - N - 1 nodes forget within
     * the longest time to live, unless they come back no earlier than that.
     */
    INSIDE(EnumSet.complementOf(EnumSet.of(Fault.CLOCK_STEP_FORWARD))),

    /**
     * The control: one of the assumptions is broken, and two holders must be found. A simulator that cannot
     * find them proves nothing.
     */
    BEYOND(EnumSet.of(Fault.AMNESIA, Fault.STALE_SNAPSHOT, Fault.FLUSHALL, Fault.CLOCK_RATE,
        Fault.CLOCK_STEP_FORWARD));

    private final Set<Fault> faults;

    Envelope(final Set<Fault> faults)
    {
        this.faults = faults;
    }

    /**
     * The envelope of a name.
     *
     * @param name {@code inside} or {@code beyond}.
     * @return the envelope.
     */
    public static Envelope of(final String name)
    {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /**
     * The faults that make it what it is: inside all that may strike, beyond those that break an assumption.
     *
     * @return in the order of their declaration.
     */
    public Set<Fault> faults()
    {
        return EnumSet.copyOf(faults);
    }

    @Override
    public String toString()
    {
        return name().toLowerCase(Locale.ROOT);
    }
}
