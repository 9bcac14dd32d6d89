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
 * Something with at most one timer.
 */
abstract class Timed
{
    /*
     * The fields belong to Timers. A timer is lazy: it may be armed for an earlier instant than the one that
     * matters by now, because moving it at every change would cost more than an idle visit. onTimer therefore
     * always looks at the state as it is and arms the timer again.
     */
    static final int NOT_ARMED = -1;

    int list = NOT_ARMED;
    Timed previous;
    Timed next;
    long armedNs;

    abstract void onTimer(long nowNs);

    final boolean isArmed()
    {
        return list != NOT_ARMED;
    }
}
