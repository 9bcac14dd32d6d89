// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The producers' end of {@link CommandRing}, padded on both sides.
 */
@SuppressWarnings("unused")
abstract class CommandRingTail
{
    static final VarHandle TAIL = Fields.of(MethodHandles.lookup(), "tail", long.class);
    static final VarHandle CACHED_HEAD = Fields.of(MethodHandles.lookup(), "cachedHead", long.class);

    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14;
    private long tail;
    private long p15, p16, p17, p18, p19, p20, p21, p22, p23, p24, p25, p26, p27, p28, p29;
    private long cachedHead;
    private long p30, p31, p32, p33, p34, p35, p36, p37, p38, p39, p40, p41, p42, p43, p44;
}
