// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * What Lettuce and Netty log as a warning or worse while this is open.
 */
final class LoggedByOthers extends Handler implements AutoCloseable
{
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final List<Logger> loggers =
        List.of(Logger.getLogger("io.lettuce"), Logger.getLogger("io.netty"));

    LoggedByOthers()
    {
        loggers.forEach((logger) -> logger.addHandler(this));
    }

    List<String> lines()
    {
        return List.copyOf(lines);
    }

    @Override
    public void publish(final LogRecord record)
    {
        if (record.getLevel().intValue() >= Level.WARNING.intValue())
        {
            final StringWriter line = new StringWriter();
            line.append(record.getLoggerName()).append(": ").append(record.getMessage());
            if (record.getThrown() != null)
            {
                record.getThrown().printStackTrace(new PrintWriter(line, true));
            }
            lines.add(line.toString());
        }
    }

    @Override
    public void flush()
    {
    }

    @Override
    public void close()
    {
        loggers.forEach((logger) -> logger.removeHandler(this));
    }
}
