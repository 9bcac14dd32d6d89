// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run.process;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/**
 * Hears signals instead of dying of them. A shutdown hook would not do: it does not know which signal came,
 * and the status of the process would not be ours to choose.
 */
public final class SignalTraps
{
    /*
     * The classes are in the module jdk.unsupported, which is exported by every JDK so far but which the
     * compiler warns of. By name they do no harm where they are missing: signals then end this process as
     * usual.
     */
    private static final String SIGNAL = "sun.misc.Signal";
    private static final String HANDLER = "sun.misc.SignalHandler";

    private SignalTraps()
    {
    }

    /**
     * Sets a trap for a signal. A signal that was ignored when this process was started, as in a shell's
     * background, stays ignored.
     *
     * @param name   without SIG.
     * @param action is run with the name, on a thread of its own for each signal that comes.
     * @return false if the signal cannot be had.
     */
    public static boolean set(final String name, final Consumer<String> action)
    {
        try
        {
            final Class<?> signalClass = Class.forName(SIGNAL);
            final Class<?> handlerClass = Class.forName(HANDLER);
            final Method handle = signalClass.getMethod("handle", signalClass, handlerClass);
            final Object signal = signalClass.getConstructor(String.class).newInstance(name);
            handle.invoke(null, signal, handler(handlerClass, name, action));

            return true;
        }
        catch (final ReflectiveOperationException ignored)
        {
            // Not this kind of JVM, or the JVM was told to leave signals alone (-Xrs).
            return false;
        }
    }

    private static Object handler(
        final Class<?> handlerClass, final String name, final Consumer<String> action)
    {
        final InvocationHandler invocation = (proxy, method, args) ->
        {
            switch (method.getName())
            {
                case "handle":
                    action.accept(name);

                    return null;

                case "equals":
                    return proxy == args[0];

                case "hashCode":
                    return System.identityHashCode(proxy);

                default:
                    return "trap of SIG" + name;
            }
        };

        return Proxy.newProxyInstance(
            SignalTraps.class.getClassLoader(), new Class<?>[]{handlerClass}, invocation);
    }
}
