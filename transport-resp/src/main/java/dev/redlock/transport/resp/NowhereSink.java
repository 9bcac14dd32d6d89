// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

/**
 * Skips pushes and attributes.
 */
final class NowhereSink implements RespSink
{
    @Override
    public void nil()
    {
        // Skipped.
    }

    @Override
    public void number(final long value)
    {
        // Skipped.
    }

    @Override
    public void bool(final boolean value)
    {
        // Skipped.
    }

    @Override
    public void beginText(final byte mark, final int length)
    {
        // Skipped.
    }

    @Override
    public void text(final byte[] from, final int offset, final int length)
    {
        // Skipped.
    }

    @Override
    public void endText()
    {
        // Skipped.
    }

    @Override
    public void beginList(final byte mark, final int count)
    {
        // Skipped.
    }

    @Override
    public void endList()
    {
        // Skipped.
    }
}
