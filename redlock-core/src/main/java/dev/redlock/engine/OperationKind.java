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
    FENCED_ACQUIRE,
    FENCED_ACQUIRE_WITH_TEXT,
    FENCED_EXTEND, FENCED_EXTEND_WITH_TEXT, FENCED_RELEASE, FENCED_RELEASE_WITH_TEXT, PING, TIME, REPLICATION,
    ACQUIRE_BY_SCRIPT, ACQUIRE_WITH_TEXT, BARRIER, CONFIRM, MARKER, MEMORY;

    private static final OperationKind[] ALL = values();

    static OperationKind of(final int ordinal)
    {
        return ALL[ordinal];
    }

    static OperationKind acquisitionBy(
        final ReleaseMethod method, final boolean isFenced, final boolean isByScript)
    {
        final boolean isText = method == ReleaseMethod.TEXT;

        return isFenced ? isText ? FENCED_ACQUIRE_WITH_TEXT : FENCED_ACQUIRE :
            !isByScript ? ACQUIRE : isText ? ACQUIRE_WITH_TEXT : ACQUIRE_BY_SCRIPT;
    }

    static OperationKind extensionBy(final ReleaseMethod method, final boolean isFenced)
    {
        final boolean isText = method == ReleaseMethod.TEXT;

        return isFenced ? isText ? FENCED_EXTEND_WITH_TEXT : FENCED_EXTEND :
            isText ? EXTEND_WITH_TEXT : EXTEND;
    }

    /**
     * A native command knows no fence: a fenced lock is always released by script.
     */
    static OperationKind releaseBy(final ReleaseMethod method, final boolean isFenced, final boolean isLater)
    {
        final boolean isText = method == ReleaseMethod.TEXT;
        if (isFenced)
        {
            return isText ? FENCED_RELEASE_WITH_TEXT : FENCED_RELEASE;
        }
        if (isLater)
        {
            return isText ? RELEASE_LATER_WITH_TEXT : RELEASE_LATER;
        }

        return method == ReleaseMethod.SCRIPT ? RELEASE :
            method == ReleaseMethod.TEXT ? RELEASE_WITH_TEXT : RELEASE_NATIVE;
    }

    /**
     * Whether it belongs to a heartbeat and to no attempt.
     */
    boolean isHeartbeat()
    {
        return this == PING || this == TIME || this == REPLICATION || this == MARKER || this == MEMORY;
    }

    boolean isAcquisition()
    {
        return this == ACQUIRE || this == ACQUIRE_BY_SCRIPT || this == ACQUIRE_WITH_TEXT ||
            this == FENCED_ACQUIRE || this == FENCED_ACQUIRE_WITH_TEXT;
    }

    boolean isRelease()
    {
        return this == RELEASE || this == RELEASE_WITH_TEXT || this == RELEASE_NATIVE || isReleaseLater() ||
            this == FENCED_RELEASE || this == FENCED_RELEASE_WITH_TEXT;
    }

    /**
     * Whether it is a release after which the node keeps the key for a while.
     */
    boolean isReleaseLater()
    {
        return this == RELEASE_LATER || this == RELEASE_LATER_WITH_TEXT;
    }

    /**
     * The same with the text of its script; null if it names no script by digest.
     */
    OperationKind withText()
    {
        return switch (this)
        {
            case ACQUIRE_BY_SCRIPT -> ACQUIRE_WITH_TEXT;
            case EXTEND -> EXTEND_WITH_TEXT;
            case RELEASE -> RELEASE_WITH_TEXT;
            case RELEASE_LATER -> RELEASE_LATER_WITH_TEXT;
            case FENCED_ACQUIRE -> FENCED_ACQUIRE_WITH_TEXT;
            case FENCED_EXTEND -> FENCED_EXTEND_WITH_TEXT;
            case FENCED_RELEASE -> FENCED_RELEASE_WITH_TEXT;
            default -> null;
        };
    }
}
