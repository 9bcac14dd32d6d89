// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

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
