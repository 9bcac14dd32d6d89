// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

/**
 * What an operation in flight was for, whatever lock it was about and however it was written.
 */
public enum OperationKind
{
    ACQUIRE, WAIT, EXTEND, RELEASE, RELEASE_AFTER, PASS, PING, TIME, REPLICATION, MEMORY, MARKER, BARRIER,
    BARRIER_ANEW, CONFIRM;

    public boolean isAcquisition()
    {
        return this == ACQUIRE || this == WAIT;
    }

    /**
     * Whether a node deletes the key, at once or after a while, or gives it to the next in line.
     */
    public boolean isRelease()
    {
        return this == RELEASE || this == RELEASE_AFTER || this == PASS;
    }
}
