// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.mutants;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Set;

import dev.redlock.proof.declaration.Declarations;
import dev.redlock.proof.order.LyingNode;
import dev.redlock.proof.simulation.Simulation;
import dev.redlock.proof.users.HarmfulUsers;

/**
 * The simulator, what can happen while nodes are declared, locks beside a node that lies, or clients with
 * harmful users, with everything of ours that they stand on, loaded once more, and some classes of it
 * replaced.
 */
final class MutantWorld extends ClassLoader
{
    private static final String OURS = "dev.redlock.";
    private static final Set<String> DECLARING = Set.of("declaring", "held-up");
    private static final String LYING = "lying";
    private static final String USERS = "users";

    private final Map<String, byte[]> replaced;
    private final MethodHandle complaint;
    private final MethodHandle declaring;
    private final MethodHandle lying;
    private final MethodHandle users;

    MutantWorld(final Map<String, byte[]> replaced)
    {
        super(MutantWorld.class.getClassLoader());
        this.replaced = replaced;
        // The checkers have to find the bug, also where an assertion would.
        setDefaultAssertionStatus(false);
        try
        {
            complaint = complaintOf(Simulation.class.getName());
            declaring = complaintOf(Declarations.class.getName());
            lying = complaintOf(LyingNode.class.getName());
            users = complaintOf(HarmfulUsers.class.getName());
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    private MethodHandle complaintOf(final String name) throws ReflectiveOperationException
    {
        return MethodHandles.lookup().findStatic(loadClass(name), "complaint",
            MethodType.methodType(String.class, long.class, String.class));
    }

    /**
     * Plants a bug.
     */
    static MutantWorld with(final Mutant mutant)
    {
        return new MutantWorld(SourceCompiler.compile(mutant.sources()));
    }

    /**
     * Runs one history of this world.
     *
     * @return null if all was well; otherwise begins with the name of the invariant that was broken.
     */
    String complaint(final long seed, final String envelope)
    {
        try
        {
            return LYING.equals(envelope) ? (String)lying.invokeExact(seed, envelope) :
                USERS.equals(envelope) ? (String)users.invokeExact(seed, envelope) :
                DECLARING.contains(envelope) ? (String)declaring.invokeExact(seed, envelope) :
                (String)complaint.invokeExact(seed, envelope);
        }
        catch (final Throwable ex)
        {
            return "I6 the history does not go on: " + ex;
        }
    }

    @Override
    protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException
    {
        if (!name.startsWith(OURS))
        {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name))
        {
            final Class<?> loaded = findLoadedClass(name);

            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(final String name) throws ClassNotFoundException
    {
        byte[] bytes = replaced.get(name);
        if (bytes == null)
        {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class"))
            {
                if (in == null)
                {
                    throw new ClassNotFoundException(name);
                }
                bytes = in.readAllBytes();
            }
            catch (final IOException ex)
            {
                throw new ClassNotFoundException(name, ex);
            }
        }

        return defineClass(name, bytes, 0, bytes.length);
    }
}
