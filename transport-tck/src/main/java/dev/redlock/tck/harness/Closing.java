// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.harness;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import org.agrona.CloseHelper;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What a test opens and is closed after it, the last opened first: an extension, or by hand.
 */
public final class Closing implements AfterEachCallback, AutoCloseable
{
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /**
     * Closes something after the present test.
     *
     * @param resource what to close.
     * @param <T>      its type.
     * @return the resource.
     */
    public <T extends AutoCloseable> T later(final T resource)
    {
        opened.push(resource);
        return resource;
    }

    @Override
    public void afterEach(final ExtensionContext context)
    {
        close();
    }

    /**
     * Closes all, now. The first failure is thrown, the others are added to it.
     */
    @Override
    public void close()
    {
        final List<AutoCloseable> all = List.copyOf(opened);
        opened.clear();
        CloseHelper.closeAll(all);
    }
}
