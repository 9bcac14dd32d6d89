// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import dev.redlock.spi.ReleaseMethod;

/**
 * What an operation in flight was for, and its form: after an error that another form would avoid, that form
 * is sent, once.
 */
enum OperationKind
{
    ACQUIRE,
    EXTEND,
    EXTEND_WITH_TEXT,
    RELEASE,
    RELEASE_WITH_TEXT,
    RELEASE_NATIVE,
    RELEASE_LATER,
    RELEASE_LATER_WITH_TEXT,
    PING,
    TIME,
    REPLICATION;

    private static final OperationKind[] ALL = values();

    static OperationKind of(final int ordinal)
    {
        return ALL[ordinal];
    }

    static OperationKind releaseBy(final ReleaseMethod method)
    {
        return method == ReleaseMethod.SCRIPT ? RELEASE :
            method == ReleaseMethod.TEXT ? RELEASE_WITH_TEXT : RELEASE_NATIVE;
    }

    /**
     * Whether it belongs to a heartbeat and to no attempt.
     */
    boolean isHeartbeat()
    {
        return this == PING || this == TIME || this == REPLICATION;
    }

    boolean isRelease()
    {
        return this == RELEASE || this == RELEASE_WITH_TEXT || this == RELEASE_NATIVE || isReleaseLater();
    }

    /**
     * Whether it is a release after which the node keeps the key for a while.
     */
    boolean isReleaseLater()
    {
        return this == RELEASE_LATER || this == RELEASE_LATER_WITH_TEXT;
    }
}
