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
package dev.redlock.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The consumer's end of {@link CommandRing}, padded on both sides.
 */
@SuppressWarnings("unused")
abstract class CommandRingHead extends CommandRingTail
{
    static final VarHandle HEAD = Fields.of(MethodHandles.lookup(), "head", long.class);

    private long head;
    private long p45, p46, p47, p48, p49, p50, p51, p52, p53, p54, p55, p56, p57, p58, p59;
}
