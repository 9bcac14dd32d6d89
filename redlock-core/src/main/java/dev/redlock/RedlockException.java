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

/**
 * Something is wrong with the set-up or the use of the library, or a lock that had to be had was not
 * obtained. Never thrown by methods that return an {@link dev.redlock.outcome.Outcome}. The message says what
 * to do next.
 */
public final class RedlockException extends RuntimeException
{
    /**
     * What can be done about it.
     */
    public enum Category
    {
        /**
         * The configuration must be changed: trying again cannot help.
         */
        CONFIGURATION,

        /**
         * The nodes must be looked at; trying again later may help.
         */
        NODES,

        /**
         * Somebody else holds the lock, or the time was over; trying again later may help.
         */
        CONTENTION
    }

    private static final long serialVersionUID = 1L;

    private final Category category;

    /**
     * An exception with advice.
     *
     * @param category what can be done about it.
     * @param message  what happened, and what to do next.
     */
    public RedlockException(final Category category, final String message)
    {
        super(message);
        this.category = category;
    }

    /**
     * What can be done about it.
     *
     * @return the category.
     */
    public Category category()
    {
        return category;
    }
}
