// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.driver;

import java.util.EnumMap;
import java.util.Map;

import dev.redlock.spi.ErrorCode;

/**
 * The exact words of servers for each code.
 */
public final class TckErrors
{
    private TckErrors()
    {
    }

    public static Map<ErrorCode, String> texts()
    {
        final Map<ErrorCode, String> texts = new EnumMap<>(ErrorCode.class);
        texts.put(ErrorCode.NOSCRIPT, "NOSCRIPT No matching script. Please use EVAL.");
        texts.put(ErrorCode.WRONGTYPE, "WRONGTYPE Operation against a key holding the wrong kind of value");
        texts.put(ErrorCode.NOAUTH, "NOAUTH Authentication required.");
        texts.put(ErrorCode.WRONGPASS, "WRONGPASS invalid username-password pair or user is disabled.");
        texts.put(ErrorCode.NOPERM, "NOPERM User locks has no permissions to run the 'set' command");
        texts.put(ErrorCode.UNKNOWN_COMMAND, "ERR unknown command 'DELIFEQ'");
        texts.put(ErrorCode.NOPROTO, "NOPROTO unsupported protocol version");
        texts.put(ErrorCode.READONLY, "READONLY You can't write against a read only replica.");
        texts.put(ErrorCode.LOADING, "LOADING Redis is loading the dataset in memory");
        texts.put(ErrorCode.BUSY, "BUSY Redis is busy running a script.");
        texts.put(ErrorCode.MISCONF, "MISCONF Redis is configured to save RDB snapshots");
        texts.put(ErrorCode.OOM, "OOM command not allowed when used memory > 'maxmemory'.");
        texts.put(ErrorCode.MASTERDOWN, "MASTERDOWN Link with MASTER is down");
        texts.put(ErrorCode.NOREPLICAS, "NOREPLICAS Not enough good replicas to write.");
        texts.put(ErrorCode.CLUSTER, "CLUSTERDOWN The cluster is down");
        texts.put(ErrorCode.MAXCLIENTS, "ERR max number of clients reached");
        texts.put(ErrorCode.OTHER, "ERR something new");

        return texts;
    }
}
