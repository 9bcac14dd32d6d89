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
package dev.redlock.testkit.chaos;

/**
 * Something unsafe, done on purpose: a run with it must find overlaps, or its checker is blind.
 */
public enum PlantedFault
{
    /**
     * All is as it should be.
     */
    NONE,

    /**
     * One client goes on working after its validity, without asking whether it still holds. No other fault
     * is needed.
     */
    DEAF_CLIENT,

    /**
     * A majority of nodes loses its memory and comes back at once, while one client is cut off from it.
     */
    FORGETFUL_MAJORITY
}
