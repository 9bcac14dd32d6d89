// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

/**
 * The end of a command that cannot do what was asked: one line for people and an exit status for scripts.
 */
public final class DeadEnd extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    /**
     * Of the process.
     */
    private final int status;

    /**
     * An end with a reason.
     *
     * @param status  of the process, see {@link ExitStatus}.
     * @param message what is wrong and what to do about it; one line, no secrets.
     */
    public DeadEnd(final int status, final String message)
    {
        super(message);
        this.status = status;
    }

    /**
     * The exit status.
     *
     * @return not 0.
     */
    public int status()
    {
        return status;
    }
}
