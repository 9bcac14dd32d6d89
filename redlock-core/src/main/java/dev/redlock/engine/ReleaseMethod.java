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
 * How a node is told to delete a key only if its value is the token.
 */
public enum ReleaseMethod
{
    /**
     * The release script, by its SHA-1. Every server can.
     */
    SCRIPT,

    /**
     * The release script, as text, and so the script that extends: the node may not run either by its SHA-1.
     */
    TEXT,

    /**
     * {@code DELIFEQ key token}: Valkey 9.0 and later.
     */
    DELIFEQ,

    /**
     * {@code DELEX key IFEQ token}: Redis 8.4, Valkey 9.2 and later. Never sent without its condition.
     */
    DELEX,

    /**
     * {@code CAD key token}: Tair.
     */
    CAD
}
