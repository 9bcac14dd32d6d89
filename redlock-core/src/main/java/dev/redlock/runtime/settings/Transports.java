// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;

import dev.redlock.spi.TransportProvider;
import dev.redlock.text.SocketWords;

/**
 * Finds transports and chooses one by name. Never by the order of the class path.
 */
public final class Transports
{
    /**
     * System property that names the transport when the program does not.
     */
    public static final String PROPERTY = "redlock.transport";

    private static final String REMEDY = "; put redlock-transport-netty on the class path (or another)";
    private static final String MODULES =
        "; start the program with --add-modules ALL-MODULE-PATH, as no module requires a transport";
    private static final int MOST_MISFITS = 16;

    private Transports()
    {
    }

    /**
     * The provider with a name.
     *
     * @param name wanted; null for what {@link #PROPERTY} says, or else the only one there is.
     * @return the provider.
     */
    public static TransportProvider choose(final String name)
    {
        return choose(name, Transports.class.getClassLoader());
    }

    /*
     * The context class loader is whatever the container made it: it need not know any transport, and it may
     * know those of another copy of this library, which do not fit. So it only adds to what the loader knows
     * that loaded us.
     */
    static TransportProvider choose(final String name, final ClassLoader own)
    {
        final String wanted = name != null ? name : System.getProperty(PROPERTY);
        final List<String> misfits = new ArrayList<>();
        final Map<String, List<TransportProvider>> found = find(own, misfits);
        final ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != own)
        {
            find(context, misfits).forEach(found::putIfAbsent);
        }
        if (found.isEmpty())
        {
            throw new IllegalStateException("no transport was found" + describe(misfits) +
                remedy(Transports.class.getModule().isNamed()));
        }

        return wanted == null ? only(found) : named(wanted, found, misfits);
    }

    private static Map<String, List<TransportProvider>> find(
        final ClassLoader loader, final List<String> misfits)
    {
        final Map<String, List<TransportProvider>> found = new TreeMap<>();
        final Iterator<TransportProvider> providers =
            ServiceLoader.load(TransportProvider.class, loader).iterator();
        while (misfits.size() < MOST_MISFITS)
        {
            try
            {
                if (!providers.hasNext())
                {
                    break;
                }
                final TransportProvider provider = providers.next();
                found.computeIfAbsent(provider.name(), ignored -> new ArrayList<>()).add(provider);
            }
            catch (final ServiceConfigurationError | LinkageError ex)
            {
                if (ex.getCause() instanceof IOException unreadable)
                {
                    throw new UncheckedIOException("no transport could be looked for: " +
                        SocketWords.of(unreadable), unreadable);
                }
                misfits.add(ex.getMessage());
            }
        }

        return found;
    }

    static String remedy(final boolean isOnTheModulePath)
    {
        return isOnTheModulePath ? MODULES + REMEDY : REMEDY;
    }

    private static String describe(final List<String> misfits)
    {
        return misfits.isEmpty() ? "" : " that fits (" + String.join("; ", misfits) + ")";
    }

    private static TransportProvider only(final Map<String, List<TransportProvider>> found)
    {
        if (found.size() > 1)
        {
            throw new IllegalStateException("several transports were found: " + describe(found) +
                "; choose one with transport(\"name\") or -D" + PROPERTY + "=name");
        }

        return single(found.values().iterator().next(), found);
    }

    private static TransportProvider named(
        final String wanted, final Map<String, List<TransportProvider>> found, final List<String> misfits)
    {
        final List<TransportProvider> providers = found.get(wanted);
        if (providers == null)
        {
            throw new IllegalArgumentException("transport '" + wanted + "' was not found" +
                describe(misfits) + ", but: " + String.join(", ", found.keySet()) +
                "; name one of these, or put another on the class path");
        }

        return single(providers, found);
    }

    private static TransportProvider single(
        final List<TransportProvider> providers, final Map<String, List<TransportProvider>> found)
    {
        if (providers.size() > 1)
        {
            throw new IllegalStateException("transport '" + providers.get(0).name() +
                "' was found more than once: " + describe(found) + "; remove one from the class path");
        }

        return providers.get(0);
    }

    private static String describe(final Map<String, List<TransportProvider>> found)
    {
        final List<String> lines = new ArrayList<>();
        found.forEach((name, providers) ->
            providers.forEach(provider -> lines.add(name + " (" + provider.getClass().getName() + ")")));

        return String.join(", ", lines);
    }
}
