// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/*
 * Read are the class, its superclasses, their interfaces with code, and what is nested in all of these: inner
 * classes know the object by a field this$0, references of Kotlin by a field receiver, and static methods, or
 * those of final classes, by what is passed to them, as lambdas, default arguments and companions of Kotlin
 * have it. A call is resolved as the machine does it, so it may name another
 * descriptor, that of a generic base, or an interface.
 *
 * Interfaces of the JDK are left out: Function.andThen calls apply on this, but who calls andThen?
 */

/**
 * Finds calls of methods that are {@link Locked} on this, as far as bytecode shows them for certain.
 */
final class SelfCalls
{
    private static final int SKIPPED = ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;

    /*
     * The constructor of a reference to a method of an object.
     */
    private static final String REFERENCE = ".<init>(Ljava/lang/Object;)V1";

    private final Class<?> type;
    private final Cover cover;
    private final Map<String, Class<?>> above = new LinkedHashMap<>();
    private final Map<String, byte[]> code = new LinkedHashMap<>();
    private final Map<String, Map<String, StoredLocals>> stored = new HashMap<>();
    private final Map<String, String> givenThis = new LinkedHashMap<>();
    private final Set<String> found = new LinkedHashSet<>();

    private SelfCalls(final Class<?> type, final Cover cover)
    {
        this.type = type;
        this.cover = cover;
    }

    /**
     * Says whether a call needs no lock of its own, as the caller's has it.
     */
    interface Cover
    {
        /**
         * @param arguments of the callee: for each the number of the caller's parameter that it is, or a
         *                  negative number.
         */
        boolean covers(Method caller, Method callee, int[] arguments);
    }

    /**
     * @return the calls as {@code caller -> callee}; empty if there are none, or the class cannot be read.
     */
    static List<String> find(final Class<?> type, final Collection<Method> locked, final Cover cover)
    {
        final SelfCalls calls = new SelfCalls(ClassUtils.getUserClass(type), cover);
        if (!locked.isEmpty())
        {
            calls.search();
        }

        return List.copyOf(calls.found);
    }

    private void search()
    {
        @Nullable Class<?> any = type;
        while (any != null && any != Object.class)
        {
            above.put(Type.getInternalName(any), any);
            any = any.getSuperclass();
        }
        for (final Class<?> one : ClassUtils.getAllInterfacesForClassAsSet(type))
        {
            if (!one.getName().startsWith("java."))
            {
                above.put(Type.getInternalName(one), one);
            }
        }
        above.forEach((name, one) -> load(name, one));
        int known = -1;
        while (known < givenThis.size())
        {
            known = givenThis.size();
            code.forEach((name, bytes) -> new ClassReader(bytes).accept(new Calls(name), SKIPPED));
        }
    }

    private void load(final String root, final Class<?> beside)
    {
        final Deque<String> names = new ArrayDeque<>(List.of(root));
        while (!names.isEmpty())
        {
            final String name = names.pop();
            final byte[] bytes = code.containsKey(name) ? null : read(name, beside);
            if (bytes != null)
            {
                code.put(name, bytes);
                final Map<String, StoredLocals> locals = new HashMap<>();
                stored.put(name, locals);
                new ClassReader(bytes).accept(new ClassVisitor(SpringAsmInfo.ASM_VERSION)
                {
                    @Override
                    public void visitInnerClass(final String inner, final @Nullable String outer,
                        final @Nullable String simple, final int access)
                    {
                        if (inner.startsWith(root + "$"))
                        {
                            names.push(inner);
                        }
                    }

                    @Override
                    public MethodVisitor visitMethod(final int access, final String method,
                        final String descriptor, final @Nullable String signature,
                        final String @Nullable [] exceptions)
                    {
                        return locals.computeIfAbsent(method + descriptor, (ignored) -> new StoredLocals());
                    }
                }, SKIPPED);
            }
        }
    }

    private static byte @Nullable [] read(final String name, final Class<?> beside)
    {
        try (InputStream in = beside.getResourceAsStream("/" + name + ".class"))
        {
            return in == null ? null : in.readAllBytes();
        }
        catch (final IOException | IllegalArgumentException ex)
        {
            // A class that is made at run time, or newer than the reader: what it calls cannot be seen.
            System.getLogger("dev.redlock").log(
                System.Logger.Level.DEBUG, "the code of " + name + " cannot be read", ex);

            return null;
        }
    }

    /*
     * The method that a call on the object runs, if it has a lock.
     */
    private @Nullable Method lockedOf(
        final String owner, final String name, final String descriptor, final boolean isOfSuper)
    {
        final Class<?> declaring = above.get(owner);
        final Method called = declaring == null ? null : declared(declaring, name, descriptor);
        if (called == null)
        {
            return null;
        }

        return isOfSuper ? LockedPlans.isLocked(called, called.getDeclaringClass()) ? called : null :
            lockedIn(AopUtils.getMostSpecificMethod(called, type));
    }

    private @Nullable Method lockedIn(final Method method)
    {
        return LockedPlans.isLocked(method, type) ? method : null;
    }

    /*
     * An override with an annotation of its own says anew what locks there are.
     */
    private static boolean isReplaced(final Method caller, final Method callee)
    {
        return caller.getName().equals(callee.getName()) &&
            Arrays.equals(caller.getParameterTypes(), callee.getParameterTypes()) &&
            AnnotatedElementUtils.isAnnotated(caller, Locked.class);
    }

    private static @Nullable Method declared(final Class<?> from, final String name, final String descriptor)
    {
        @Nullable Class<?> any = from;
        while (any != null)
        {
            for (final Method method : any.getDeclaredMethods())
            {
                if (method.getName().equals(name) && Type.getMethodDescriptor(method).equals(descriptor))
                {
                    return method;
                }
            }
            any = any.getSuperclass();
        }
        for (final Class<?> one : ClassUtils.getAllInterfacesForClassAsSet(from))
        {
            final Method method = one == from ? null : declared(one, name, descriptor);
            if (method != null)
            {
                return method;
            }
        }

        return null;
    }

    private final class Calls extends ClassVisitor
    {
        private final String owner;

        private Calls(final String owner)
        {
            super(SpringAsmInfo.ASM_VERSION);
            this.owner = owner;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(final int access, final String name,
            final String descriptor, final @Nullable String signature, final String @Nullable [] exceptions)
        {
            final boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
            if ((access & Opcodes.ACC_BRIDGE) != 0)
            {
                return null;
            }

            return new Flow(owner, name, descriptor, isStatic);
        }
    }

    private final class Flow extends ThisFlow
    {
        private final String owner;
        private final String name;
        private final String descriptor;
        private final boolean isStatic;

        private Flow(
            final String owner, final String name, final String descriptor, final boolean isStatic)
        {
            super(isStatic, descriptor, stored.get(owner).get(name + descriptor), (slot) ->
                givenThis.containsKey(owner + "." + name + descriptor + slot) ||
                !isStatic && slot == 0 && above.containsKey(owner));
            this.owner = owner;
            this.name = name;
            this.descriptor = descriptor;
            this.isStatic = isStatic;
        }

        @Override
        boolean isSelf(final String field, final String of)
        {
            return !above.containsKey(owner) &&
                (field.startsWith("this$") && above.containsKey(Type.getType(of).getInternalName()) ||
                    field.equals("receiver") && givenThis.containsKey(owner + REFERENCE));
        }

        @Override
        void onCall(final int opcode, final String of, final String callee, final String calleeDescriptor,
            final int[] values)
        {
            if (opcode == Opcodes.INVOKESTATIC)
            {
                pass(of + "." + callee + calleeDescriptor, calleeDescriptor, values, 0);
            }
            else if (isFinal(of))
            {
                pass(of + "." + callee + calleeDescriptor, calleeDescriptor, values, 1);
            }
            else if (values[0] == SELF && !callee.equals("<init>"))
            {
                final boolean isOfSuper = opcode == Opcodes.INVOKESPECIAL;
                final Method method = lockedOf(of, callee, calleeDescriptor, isOfSuper);
                if (method != null && !isCovered(method, values, isOfSuper))
                {
                    found.add(shown() + " -> " + callee);
                }
            }
        }

        @Override
        void onLambda(final Handle made, final int[] values)
        {
            if (made.getTag() == Opcodes.H_INVOKESTATIC)
            {
                pass(made.getOwner() + "." + made.getName() + made.getDesc(), made.getDesc(), values, 0);
            }
            else if (values.length > 0 && values[0] == SELF && lockedOf(made.getOwner(), made.getName(),
                made.getDesc(), made.getTag() == Opcodes.H_INVOKESPECIAL) != null)
            {
                found.add(shown() + " -> " + made.getName());
            }
        }

        /*
         * Of what nobody can override what is called is what runs.
         */
        private boolean isFinal(final String of)
        {
            final byte[] bytes = above.containsKey(of) ? null : code.get(of);

            return bytes != null && (new ClassReader(bytes).getAccess() & Opcodes.ACC_FINAL) != 0;
        }

        private void pass(final String to, final String of, final int[] values, final int first)
        {
            int slot = first;
            final Type[] types = Type.getArgumentTypes(of);
            for (int i = 0; first + i < values.length; i++)
            {
                if (values[first + i] == SELF)
                {
                    givenThis.putIfAbsent(to + slot, shown());
                }
                slot += types[i].getSize();
            }
        }

        /*
         * Where somebody wrote the call: not in a method that a compiler has made of a lambda.
         */
        private String shown()
        {
            final String key = owner + "." + name + descriptor;
            for (final Map.Entry<String, String> given : givenThis.entrySet())
            {
                if (given.getKey().startsWith(key) || given.getKey().equals(owner + REFERENCE))
                {
                    return given.getValue();
                }
            }

            return name.replaceAll("lambda\\$(.*)\\$\\d+", "$1");
        }

        private boolean isCovered(final Method callee, final int[] values, final boolean isOfSuper)
        {
            final Class<?> declaring = above.get(owner);
            final Method caller =
                declaring == null || isStatic ? null : declared(declaring, name, descriptor);
            if (caller == null)
            {
                return false;
            }
            if (isOfSuper && isReplaced(caller, callee))
            {
                return true;
            }
            final Method running = lockedIn(AopUtils.getMostSpecificMethod(caller, type));

            // What runs here by a call of a method that has replaced it does so with other parameters.
            final boolean isItself = running != null && (running.equals(caller) ||
                !AnnotatedElementUtils.isAnnotated(running, Locked.class));

            return isItself && cover.covers(running, callee, parameters(values));
        }

        private int[] parameters(final int[] values)
        {
            final Map<Integer, Integer> numbers = new HashMap<>();
            int slot = 1;
            for (final Type parameter : Type.getArgumentTypes(descriptor))
            {
                numbers.put(slot, numbers.size());
                slot += parameter.getSize();
            }

            return Arrays.stream(values, 1, values.length)
                .map((value) -> numbers.getOrDefault(value, -1)).toArray();
        }
    }
}
