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
package dev.redlock.admission;

/**
 * What is remembered of one node from connection to connection.
 */
final class Seat
{
    RefusalKind refusalKind = RefusalKind.NONE;

    /*
     * The latest the node told, even if it was turned away then.
     */
    NodeFacts facts;

    /*
     * Of the latest incarnation that votes here, or has voted and may still count.
     */
    private NodeFacts taken;

    /*
     * Of the latest incarnation that is known to have come up, to tell the next one from.
     */
    private NodeFacts voted;
    private boolean isNewIncarnation;

    void take(final NodeFacts newFacts)
    {
        isNewIncarnation = voted != null && newFacts.isAnotherIncarnationThan(voted);
        taken = newFacts;
        if (voted == null)
        {
            voted = newFacts;
        }
    }

    void onUp()
    {
        voted = taken == null ? voted : taken;
    }

    void forget()
    {
        taken = null;
    }

    /**
     * Whether an incarnation is remembered to tell a new one from.
     */
    boolean isKnown()
    {
        return voted != null;
    }

    boolean isNewIncarnation()
    {
        return isNewIncarnation;
    }

    boolean isTakenBy(final String runId)
    {
        return taken != null && runId.equals(taken.runId());
    }

    boolean hasHistory(final String replid)
    {
        return taken != null && replid.equals(taken.masterReplid());
    }
}
