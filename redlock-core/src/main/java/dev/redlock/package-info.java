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
 * A distributed lock over N independent Redis or Valkey masters.
 * <p>
 * {@link dev.redlock.Redlock} is the client. {@link dev.redlock.LockHandle} is the fast way to one key, used
 * again and again; {@link dev.redlock.Lease} is the convenient way, for try-with-resources; {@link
 * dev.redlock.RedlockLock} looks like {@link java.util.concurrent.locks.Lock}. What the lock promises, and on
 * what terms, stands in {@link dev.redlock.Redlock}.
 */
package dev.redlock;
