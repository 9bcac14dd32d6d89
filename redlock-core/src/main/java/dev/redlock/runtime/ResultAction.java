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

/**
 * What is run with the result of an asynchronous call, on the engine thread. Must not wait for the engine.
 */
@FunctionalInterface
public interface ResultAction
{
    /**
     * Cares for no result.
     */
    ResultAction NONE = termOrCode ->
    {
    };

    /**
     * The call has ended.
     *
     * @param termOrCode stamp of a new term, or the code of an {@link dev.redlock.outcome.Outcome}.
     */
    void onResult(long termOrCode);
}
