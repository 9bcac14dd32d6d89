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
 * What any transport must do, as tests.
 * <p>
 * Whoever writes a transport extends {@link dev.redlock.testkit.tck.TransportTck} and gives it a harness: for
 * one that speaks to sockets, {@link dev.redlock.testkit.tck.RealServerHarness} needs only the provider. The
 * transport is done when everything is green.
 * <pre>{@code
 * class SwiftTransportTest extends TransportTck
 * {
 *     @Override
 *     protected TckHarness newHarness()
 *     {
 *         return new RealServerHarness(new SwiftTransportProvider(), Map.of());
 *     }
 * }
 * }</pre>
 * The rules stand in interfaces, by subject; each test is one rule, and its comment says what would go wrong
 * without it. Beside them, {@link dev.redlock.testkit.tck.TckClient} keeps watch in all tests over what must
 * hold always.
 */
package dev.redlock.testkit.tck;
