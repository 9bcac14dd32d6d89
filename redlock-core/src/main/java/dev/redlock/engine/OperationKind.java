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
 * What an operation in flight was for, and in which form it was sent: an error that another form would not
 * meet is answered by that form, once.
 */
enum OperationKind
{
    ACQUIRE,
    EXTEND,
    EXTEND_WITH_TEXT,
    RELEASE,
    RELEASE_WITH_TEXT,
    RELEASE_NATIVE,
    PING,
    TIME,
    REPLICATION;

    /**
     * Whether it belongs to a heartbeat and to no attempt.
     */
    boolean isHeartbeat()
    {
        return this == PING || this == TIME || this == REPLICATION;
    }

    boolean isRelease()
    {
        return this == RELEASE || this == RELEASE_WITH_TEXT || this == RELEASE_NATIVE;
    }
}
