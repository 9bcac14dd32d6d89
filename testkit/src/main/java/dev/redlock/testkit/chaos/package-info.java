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
 * The simulator's twin with real processes: locks under load while real servers are killed, stopped and cut
 * off, and a check that no two clients ever claimed the same lock at the same time.
 * <p>
 * {@link dev.redlock.testkit.chaos.ChaosRun} is the whole of it; {@link
 * dev.redlock.testkit.chaos.ChaosSuite} makes tests of it for a transport. What is planned follows from a
 * seed, when it happens exactly does not: these are real processes.
 */
package dev.redlock.testkit.chaos;
