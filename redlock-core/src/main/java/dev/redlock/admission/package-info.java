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

/**
 * Who may vote: what every node is asked when a connection to it stands, what the answers mean, and which
 * nodes are turned away because their vote would be worth nothing, or counted twice.
 * <p>
 * Imports {@code dev.redlock.spi} and nothing else of ours. No thread, no clock, no socket: the transport
 * carries the questions as a {@link dev.redlock.spi.Dialogue}, the runtime asks {@link
 * dev.redlock.admission.Admission} what came of it.
 */
package dev.redlock.admission;
