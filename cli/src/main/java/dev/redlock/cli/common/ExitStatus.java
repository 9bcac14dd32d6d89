// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

/**
 * The exit statuses that scripts rely on.
 */
public final class ExitStatus
{
    /**
     * What was asked for was done.
     */
    public static final int OK = 0;

    /**
     * The command ran and says no: a violation, an unfit node, a node that was not reached.
     */
    public static final int FAILED = 1;

    /**
     * The command line is wrong; nothing was done.
     */
    public static final int USAGE = 2;

    /**
     * There was nothing to delete: all nodes say that nobody holds the lock.
     */
    public static final int NOTHING = 3;

    /**
     * The lock was not obtained: another holds it, or too few nodes could vote. Trying again later may help.
     * {@code EX_TEMPFAIL} of sysexits.h.
     */
    public static final int NOT_OBTAINED = 75;

    /**
     * The lock was lost while the command ran under it.
     */
    public static final int LOST = 76;

    /**
     * Too many nodes are misconfigured for a quorum; a retry cannot help. {@code EX_CONFIG} of sysexits.h.
     */
    public static final int MISCONFIGURED = 78;

    /**
     * The command to run is not executable, as shells say it.
     */
    public static final int NOT_EXECUTABLE = 126;

    /**
     * The command to run was not found, as shells say it.
     */
    public static final int NOT_FOUND = 127;

    /**
     * Added to the number of the signal that ended a process, as shells do.
     */
    public static final int SIGNAL_BASE = 128;

    private ExitStatus()
    {
    }
}
