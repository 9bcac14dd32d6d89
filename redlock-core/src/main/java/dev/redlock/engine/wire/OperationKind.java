// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import dev.redlock.spi.ReleaseMethod;

/**
 * What an operation in flight was for, whether it touches the fence of its lock, and its form: after an error
 * that another form would avoid, that form is sent, once.
 */
public enum OperationKind
{
    ACQUIRE(Purpose.ACQUIRE, false, Form.COMMAND),
    EXTEND(Purpose.EXTEND, false, Form.DIGEST),
    EXTEND_WITH_TEXT(Purpose.EXTEND, false, Form.TEXT),
    RELEASE(Purpose.RELEASE, false, Form.DIGEST),
    RELEASE_WITH_TEXT(Purpose.RELEASE, false, Form.TEXT),
    RELEASE_NATIVE(Purpose.RELEASE, false, Form.COMMAND),
    RELEASE_AFTER(Purpose.RELEASE_AFTER, false, Form.DIGEST),
    RELEASE_AFTER_WITH_TEXT(Purpose.RELEASE_AFTER, false, Form.TEXT),
    FENCED_ACQUIRE(Purpose.ACQUIRE, true, Form.DIGEST),
    FENCED_ACQUIRE_WITH_TEXT(Purpose.ACQUIRE, true, Form.TEXT),
    FENCED_EXTEND(Purpose.EXTEND, true, Form.DIGEST),
    FENCED_EXTEND_WITH_TEXT(Purpose.EXTEND, true, Form.TEXT),
    FENCED_RELEASE(Purpose.RELEASE, true, Form.DIGEST),
    FENCED_RELEASE_WITH_TEXT(Purpose.RELEASE, true, Form.TEXT),
    PING(Purpose.HEARTBEAT, false, Form.COMMAND),
    TIME(Purpose.HEARTBEAT, false, Form.COMMAND),
    REPLICATION(Purpose.HEARTBEAT, false, Form.COMMAND),
    ACQUIRE_BY_SCRIPT(Purpose.ACQUIRE, false, Form.DIGEST),
    ACQUIRE_WITH_TEXT(Purpose.ACQUIRE, false, Form.TEXT),
    BARRIER(Purpose.DURABILITY, false, Form.COMMAND),
    CONFIRM(Purpose.DURABILITY, false, Form.COMMAND),
    MARKER(Purpose.HEARTBEAT, false, Form.COMMAND),
    MEMORY(Purpose.HEARTBEAT, false, Form.COMMAND),
    BARRIER_ANEW(Purpose.DURABILITY, false, Form.COMMAND);

    /**
     * What it is for, whatever its form.
     */
    public enum Purpose
    {
        ACQUIRE, EXTEND, RELEASE, RELEASE_AFTER, HEARTBEAT, DURABILITY
    }

    private enum Form
    {
        COMMAND, DIGEST, TEXT
    }

    private static final OperationKind[] ALL = values();

    /*
     * By purpose, fenced or not, and form. Heartbeats share one place, and so do the questions about
     * durability; nobody looks for them here.
     */
    private static final OperationKind[][][] TABLE =
        new OperationKind[Purpose.values().length][2][Form.values().length];

    static
    {
        for (final OperationKind kind : ALL)
        {
            TABLE[kind.purpose.ordinal()][kind.isFenced ? 1 : 0][kind.form.ordinal()] = kind;
        }
    }

    private final Purpose purpose;
    private final boolean isFenced;
    private final Form form;

    OperationKind(final Purpose purpose, final boolean isFenced, final Form form)
    {
        this.purpose = purpose;
        this.isFenced = isFenced;
        this.form = form;
    }

    public static OperationKind of(final int ordinal)
    {
        return ALL[ordinal];
    }

    public static OperationKind acquisitionBy(
        final ReleaseMethod method, final boolean isFenced, final boolean isByScript)
    {
        return of(Purpose.ACQUIRE, isFenced, isFenced || isByScript ? scriptOf(method) : Form.COMMAND);
    }

    public static OperationKind extensionBy(final ReleaseMethod method, final boolean isFenced)
    {
        return of(Purpose.EXTEND, isFenced, scriptOf(method));
    }

    /**
     * A native command knows no fence, and keeps no key for a while.
     */
    public static OperationKind releaseBy(
        final ReleaseMethod method, final boolean isFenced, final boolean isKept)
    {
        final boolean isNative = method != ReleaseMethod.SCRIPT && method != ReleaseMethod.TEXT;

        return isFenced ? of(Purpose.RELEASE, true, scriptOf(method)) :
            isKept ? of(Purpose.RELEASE_AFTER, false, scriptOf(method)) :
            of(Purpose.RELEASE, false, isNative ? Form.COMMAND : scriptOf(method));
    }

    private static OperationKind of(final Purpose purpose, final boolean isFenced, final Form form)
    {
        return TABLE[purpose.ordinal()][isFenced ? 1 : 0][form.ordinal()];
    }

    private static Form scriptOf(final ReleaseMethod method)
    {
        return method == ReleaseMethod.TEXT ? Form.TEXT : Form.DIGEST;
    }

    public Purpose purpose()
    {
        return purpose;
    }

    /**
     * Whether it belongs to a heartbeat and to no attempt.
     */
    public boolean isHeartbeat()
    {
        return purpose == Purpose.HEARTBEAT;
    }

    public boolean isAcquisition()
    {
        return purpose == Purpose.ACQUIRE;
    }

    public boolean isRelease()
    {
        return purpose == Purpose.RELEASE || isReleaseAfter();
    }

    /**
     * Whether it is a release after which the node keeps the key for a while.
     */
    public boolean isReleaseAfter()
    {
        return purpose == Purpose.RELEASE_AFTER;
    }

    /**
     * Whether it sends the text of its script.
     */
    boolean isText()
    {
        return form == Form.TEXT;
    }

    /**
     * The same with the text of its script; null if it names no script by digest.
     */
    public OperationKind withText()
    {
        return form == Form.DIGEST ? of(purpose, isFenced, Form.TEXT) : null;
    }
}
