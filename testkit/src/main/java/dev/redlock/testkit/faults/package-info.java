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
 * What a client must do when nodes, networks and applications misbehave, as tests over real servers that any
 * transport can run: extend the abstract classes and say which transport they are to use.
 * <p>
 * Unless a test says otherwise the time to live is 60 s, so that no leak hides behind the expiry of its key,
 * and what is to be gone must be gone within ten seconds. After every fault the same client makes one clean
 * acquire and release.
 */
package dev.redlock.testkit.faults;
