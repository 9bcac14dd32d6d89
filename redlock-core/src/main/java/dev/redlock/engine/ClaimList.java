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
package dev.redlock.engine;

/**
 * Claims in the order in which they came. The list runs through the claims themselves, so a claim is in one
 * list at a time.
 */
class ClaimList
{
    private Claim first;
    private Claim last;

    ClaimList()
    {
    }

    void add(final Claim claim)
    {
        claim.nextInLine = null;
        claim.previousInLine = last;
        if (last == null)
        {
            first = claim;
        }
        else
        {
            last.nextInLine = claim;
        }
        last = claim;
    }

    void remove(final Claim claim)
    {
        if (claim.previousInLine == null)
        {
            first = claim.nextInLine;
        }
        else
        {
            claim.previousInLine.nextInLine = claim.nextInLine;
        }
        if (claim.nextInLine == null)
        {
            last = claim.previousInLine;
        }
        else
        {
            claim.nextInLine.previousInLine = claim.previousInLine;
        }
        claim.nextInLine = null;
        claim.previousInLine = null;
    }

    Claim first()
    {
        return first;
    }
}
