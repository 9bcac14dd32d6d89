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
 * The native command, if any, by which a node deletes a key only if its value is the token.
 */
public enum CompareAndDelete
{
    /**
     * The node has none, or may not say: the release script does it.
     */
    NONE,

    /**
     * {@code DELIFEQ key token}: Valkey 9.0 and later.
     */
    DELIFEQ,

    /**
     * {@code DELEX key IFEQ token}: Redis 8.4, Valkey 9.2 and later. Without its condition it deletes
     * whatever is there.
     */
    DELEX,

    /**
     * {@code CAD key token}: Tair.
     */
    CAD
}
