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
 * The narrow waist between the engine, which decides, and a transport, which carries.
 * <p>
 * A transport moves commands to nodes and replies back. It does not know what a vote is, does not keep time
 * for anybody, does not decide when to reconnect and never sends anything again. Whoever writes a transport
 * needs this package only; the conformance suite in the test kit says when the work is done.
 */
package dev.redlock.spi;
