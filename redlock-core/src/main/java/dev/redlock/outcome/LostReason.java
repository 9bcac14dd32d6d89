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
package dev.redlock.outcome;

/**
 * Why a lease ended without a release.
 */
public enum LostReason
{
    /**
     * Its validity ended.
     */
    EXPIRED,

    /**
     * Its validity ended, at the configured maximum hold or number of extensions.
     */
    LIMIT_REACHED,

    /**
     * So many nodes say that the key is not ours, or have restarted, that no quorum is left.
     */
    REFUSED,

    /**
     * The client was closed.
     */
    CLOSED,

    /**
     * The engine has stopped at an unexpected error. The keys end with their time to live.
     */
    ENGINE_FAILED
}
