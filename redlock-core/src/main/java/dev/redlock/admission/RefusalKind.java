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
 * Whether a node was turned away, and whether asking again can help.
 */
public enum RefusalKind
{
    /**
     * It was not.
     */
    NONE,

    /**
     * The node is not ready: it loads, is busy, has too many clients. Asking again soon can help.
     */
    TEMPORARY,

    /**
     * Password, role, duplicate address, database, script: asking again cannot help until somebody changes
     * something.
     */
    CONFIGURATION
}
