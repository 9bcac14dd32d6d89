// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

/**
 * The producers' end of {@link Inbox}. The JVM lays out the fields of a superclass before those of its
 * subclasses, so the padding keeps the cache line that all threads write away from what the engine reads.
 */
@SuppressWarnings("unused")
abstract class InboxTop
{
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14;
    volatile Command top;
    private long p15, p16, p17, p18, p19, p20, p21, p22, p23, p24, p25, p26, p27, p28, p29;
}
