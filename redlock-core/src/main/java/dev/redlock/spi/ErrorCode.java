// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

/**
 * What a server's error means to a lock. An error is never a grant, whatever its code.
 */
public enum ErrorCode
{
    /**
     * Not an error.
     */
    NONE,

    /**
     * The script is not cached; send its text.
     */
    NOSCRIPT,

    /**
     * A key of the command holds another type: somebody else has set it.
     */
    WRONGTYPE,

    /**
     * Not authenticated.
     */
    NOAUTH,

    /**
     * Wrong user or password, or a password for a node that has none.
     */
    WRONGPASS,

    /**
     * The user may not run the command or touch the key.
     */
    NOPERM,

    /**
     * The node does not know the command or subcommand.
     */
    UNKNOWN_COMMAND,

    /**
     * The protocol version is not supported.
     */
    NOPROTO,

    /**
     * A read-only replica.
     */
    READONLY,

    /**
     * The data set is being loaded.
     */
    LOADING,

    /**
     * A script is running.
     */
    BUSY,

    /**
     * Writes are refused because persistence fails.
     */
    MISCONF,

    /**
     * The memory limit is reached.
     */
    OOM,

    /**
     * A replica without its master.
     */
    MASTERDOWN,

    /**
     * Too few replicas to write.
     */
    NOREPLICAS,

    /**
     * A node of a cluster: MOVED, ASK, CLUSTERDOWN, TRYAGAIN, CROSSSLOT.
     */
    CLUSTER,

    /**
     * Too many clients are connected.
     */
    MAXCLIENTS,

    /**
     * Any other error. As with every error, the reply has only the server's words.
     */
    OTHER;

    /**
     * Classifies the text of an error, without its leading marker. Also finds the code inside the wrapping
     * that Redis before 7.0 puts around errors raised in scripts.
     *
     * @param text such as {@code OOM command not allowed …}.
     * @return never {@link #NONE}.
     */
    public static ErrorCode of(final String text)
    {
        return ErrorText.classify(text);
    }
}
