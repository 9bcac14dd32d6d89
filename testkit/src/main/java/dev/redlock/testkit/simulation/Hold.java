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

/**
 * A claim: so long somebody believed to hold a key, on a time line that is the same for all holders.
 *
 * @param key         that is held.
 * @param holder      who believes so.
 * @param heldFromNs  first instant of the belief.
 * @param heldUntilNs first instant after it.
 */
public record Hold(String key, String holder, long heldFromNs, long heldUntilNs)
{
    boolean overlaps(final Hold other)
    {
        return Math.max(heldFromNs, other.heldFromNs) < Math.min(heldUntilNs, other.heldUntilNs);
    }

    @Override
    public String toString()
    {
        return holder + " from " + heldFromNs + " to " + heldUntilNs + " ns";
    }
}
