// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.junit;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

import dev.redlock.Redlock;

/**
 * Starts nodes for the test, or the class, whose methods name them as a parameter, and closes them after it.
 * <p>
 * Only methods that JUnit 5 and 6 have in common are used: a store closes what is in it by other rules in
 * each, so this class does it itself.
 *
 * @param <T> type of the nodes.
 */
abstract class NodesExtension<T> implements ParameterResolver, AfterEachCallback, AfterAllCallback
{
    static final int USUAL_COUNT = 5;

    private final Class<T> type;
    private final int count;

    NodesExtension(final Class<T> type, final int count)
    {
        this.type = type;
        this.count = count;
    }

    abstract T start(int nodeCount);

    abstract Redlock connect(T nodes);

    /**
     * Closes the client, which is null if no parameter was one, and the nodes.
     */
    abstract void close(Redlock redlock, T nodes);

    @Override
    public final boolean supportsParameter(final ParameterContext parameter, final ExtensionContext context)
    {
        final Class<?> wanted = parameter.getParameter().getType();

        return wanted == type || wanted == Redlock.class;
    }

    @Override
    public final Object resolveParameter(final ParameterContext parameter, final ExtensionContext context)
    {
        final ExtensionContext.Store store = store(context);
        Running<?> running = store.get(type, Running.class);
        if (running == null)
        {
            running = new Running<>(this, start(count));
            store.put(type, running);
        }

        return parameter.getParameter().getType() == type ? running.nodes : running.redlock();
    }

    @Override
    public final void afterEach(final ExtensionContext context)
    {
        close(context);
    }

    @Override
    public final void afterAll(final ExtensionContext context)
    {
        close(context);
    }

    private void close(final ExtensionContext context)
    {
        final Running<?> running = store(context).remove(type, Running.class);
        if (running != null)
        {
            running.close();
        }
    }

    private ExtensionContext.Store store(final ExtensionContext context)
    {
        return context.getStore(ExtensionContext.Namespace.create(getClass()));
    }

    private static final class Running<T>
    {
        private final NodesExtension<T> extension;
        private final T nodes;
        private Redlock redlock;

        private Running(final NodesExtension<T> extension, final T nodes)
        {
            this.extension = extension;
            this.nodes = nodes;
        }

        private Redlock redlock()
        {
            if (redlock == null)
            {
                redlock = extension.connect(nodes);
            }

            return redlock;
        }

        private void close()
        {
            extension.close(redlock, nodes);
        }
    }
}
