// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.code;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

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

import dev.redlock.spring.boot.Locked;

/*
 * What a method that is overridden does counts only if it is called by super, and a lambda where it is made.
 *
 * A field is the object if all who may write it have written that. So is what a method without parameters
 * returns. This is looked for until no pass over the code finds more.
 */

/**
 * Finds calls of methods that are {@link Locked} on this, as far as bytecode shows them for certain, and
 * where the object is handed over as something that has such a method.
 */
public final class SelfCalls
{
    /*
     * The constructor of a reference to a method of an object.
     */
    private static final String REFERENCE = ".<init>(Ljava/lang/Object;)V1";

    private final BeanCode code;
    private final Cover cover;
    private final Map<String, String> givenThis = new LinkedHashMap<>();
    private final Set<String> writtenThis = new HashSet<>();
    private final Set<String> writtenOther = new HashSet<>();
    private final Set<String> isThis = new HashSet<>();
    private final Set<String> reached = new HashSet<>();
    private final Map<String, String> found = new LinkedHashMap<>();

    private SelfCalls(final BeanCode code, final Cover cover)
    {
        this.code = code;
        this.cover = cover;
    }

    /**
     * Says whether a call needs no lock of its own, as the caller's has it.
     */
    public interface Cover
    {
        /**
         * @param arguments of the callee: for each the number of the caller's parameter that it is, or a
         *                  negative number.
         * @return null if it needs none, whatever it returns.
         */
        @Nullable String whyNot(Method caller, Method callee, int[] arguments);

        /**
         * The type of the callee's result if that may be a future: only whoever returns it waits for its end.
         */
        @Nullable Class<?> future(Method callee);
    }

    /**
     * @return the calls as {@code caller -> callee}, and why each runs without its lock; empty if there are
     *         none, or the class cannot be read.
     */
    public static Map<String, String> find(
        final Class<?> type, final Collection<Method> locked, final Cover cover)
    {
        if (locked.isEmpty())
        {
            return Map.of();
        }

        final SelfCalls calls = new SelfCalls(new BeanCode(ClassUtils.getUserClass(type)), cover);
        calls.search();

        return calls.found;
    }

    private void search()
    {
        int known = -1;
        while (known < givenThis.size() + isThis.size() + reached.size())
        {
            final int reachedBefore = reached.size();
            known = givenThis.size() + isThis.size() + reachedBefore;
            writtenThis.clear();
            writtenOther.clear();
            code.classes().forEach((name, bytes) ->
                new ClassReader(bytes).accept(new Calls(name), BeanCode.SKIPPED));
            writtenThis.removeAll(writtenOther);
            if (reached.size() == reachedBefore)
            {
                // All who write have been seen.
                isThis.addAll(writtenThis);
            }
        }
    }

    /*
     * An override with an annotation of its own says anew what locks there are.
     */
    private static boolean isReplaced(final Method caller, final Method callee)
    {
        return isOverride(caller, callee) && AnnotatedElementUtils.isAnnotated(caller, Locked.class);
    }

    private static boolean isOverride(final Method caller, final Method callee)
    {
        return AopUtils.getMostSpecificMethod(callee, caller.getDeclaringClass()).equals(caller);
    }

    private record Call(String text, String why)
    {
        private static final Call SETTLED = new Call("", "");
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
            final String key = owner + "." + name + descriptor;
            final boolean isLambda = !isStatic && code.isAbove(owner) && name.startsWith("lambda$");
            final boolean isIdle = (isLambda || code.isOverridden(key)) && !reached.contains(key);
            if ((access & Opcodes.ACC_BRIDGE) != 0 || isIdle || !code.hasCode(owner, name + descriptor))
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
        private final List<Call> futures = new ArrayList<>();

        private Flow(
            final String owner, final String name, final String descriptor, final boolean isStatic)
        {
            super(isStatic, descriptor, code.locals(owner, name + descriptor), (slot) ->
                givenThis.containsKey(owner + "." + name + descriptor + slot) ||
                !isStatic && slot == 0 && code.isAbove(owner));
            this.owner = owner;
            this.name = name;
            this.descriptor = descriptor;
            this.isStatic = isStatic;
        }

        @Override
        boolean isSelf(final String of, final String field, final String kind)
        {
            return isThis.contains(of + "." + field) || !code.isAbove(owner) &&
                (field.startsWith("this$") && code.isAbove(Type.getType(kind).getInternalName()) ||
                    field.equals("receiver") && givenThis.containsKey(owner + REFERENCE));
        }

        @Override
        void onStore(final String of, final String field, final String kind, final int value)
        {
            if (code.isOwnField(of + "." + field))
            {
                note(of + "." + field, value);
            }

            // What a compiler has captured is seen where it is used.
            if (value == SELF && !code.isAbove(of) && field.indexOf('$') < 0)
            {
                handOver(kind);
            }
        }

        private void note(final String place, final int value)
        {
            (value == SELF ? writtenThis : writtenOther).add(place);
        }

        @Override
        void onReturn(final int value)
        {
            settle(value);
            if (!isStatic && code.isAbove(owner) && descriptor.startsWith("()"))
            {
                note(owner + "." + name + descriptor, value);
            }
        }

        @Override
        void onCast(final int value, final String kind)
        {
            final Class<?> known = value <= FIRST_RESULT ? known(kind) : null;
            if (known != null && !known.isAssignableFrom(CompletableFuture.class) &&
                !CompletionStage.class.isAssignableFrom(known))
            {
                settle(value);
            }
        }

        private void settle(final int value)
        {
            if (value <= FIRST_RESULT)
            {
                futures.set(FIRST_RESULT - value, Call.SETTLED);
            }
        }

        private @Nullable Class<?> known(final String kind)
        {
            try
            {
                return Class.forName(
                    Type.getObjectType(kind).getClassName(), false, code.type.getClassLoader());
            }
            catch (final ClassNotFoundException | LinkageError ignored)
            {
                return null;
            }
        }

        @Override
        public void visitEnd()
        {
            for (final Call future : futures)
            {
                if (future != Call.SETTLED)
                {
                    found.putIfAbsent(future.text(), future.why());
                }
            }
        }

        @Override
        int onCall(final int opcode, final String of, final String callee, final String calleeDescriptor,
            final int[] values)
        {
            final boolean isStaticCall = opcode == Opcodes.INVOKESTATIC;
            final boolean isOnThis = !isStaticCall && values[0] == SELF && !callee.equals("<init>");
            final boolean isOfSuper = opcode == Opcodes.INVOKESPECIAL && !callee.equals("<init>");
            final Method called =
                isOnThis || isOfSuper ? code.run(of, callee, calleeDescriptor, isOfSuper) : null;
            final Method run = isOnThis ? called : null;
            final String to = run == null ? of : Type.getInternalName(run.getDeclaringClass());
            final String method =
                run == null ? callee + calleeDescriptor : run.getName() + Type.getMethodDescriptor(run);
            if (called != null && isOfSuper)
            {
                reached.add(BeanCode.key(called));
            }
            final boolean isCertain =
                run != null || isStaticCall || callee.equals("<init>") || code.isFinal(of);
            if (isCertain && code.hasCode(to, method))
            {
                pass(to + "." + method, calleeDescriptor, values, isStaticCall ? 0 : 1);
            }
            else
            {
                handOver(calleeDescriptor, values, isStaticCall ? 0 : 1);
            }
            if (run != null && code.isLocked(run, isOfSuper))
            {
                final String text = shown() + " -> " + callee;
                final String why = whyNot(run, values, isOfSuper);
                final String whyNow = why == null ? futureOf(run, isOfSuper) : why;
                if (why == null && whyNow != null)
                {
                    futures.add(new Call(text, whyNow));

                    return FIRST_RESULT - futures.size() + 1;
                }
                if (whyNow != null)
                {
                    found.putIfAbsent(text, whyNow);
                }
            }

            return run != null && isThis.contains(to + "." + method) ? SELF : OTHER;
        }

        private void handOver(final String calleeDescriptor, final int[] values, final int first)
        {
            final Type[] types = Type.getArgumentTypes(calleeDescriptor);
            for (int i = 0; i < types.length; i++)
            {
                if (values[first + i] == SELF)
                {
                    handOver(types[i].getDescriptor());
                }
            }
        }

        private void handOver(final String kind)
        {
            final Method locked = code.lockedOfKind(kind);
            if (locked != null)
            {
                found.putIfAbsent(shown() + " -> " + locked.getName(),
                    "this is handed over as a " + Type.getType(kind).getClassName());
            }
        }

        @Override
        void onLambda(final Handle made, final int[] values)
        {
            reached.add(made.getOwner() + "." + made.getName() + made.getDesc());
            if (made.getTag() == Opcodes.H_INVOKESTATIC)
            {
                pass(made.getOwner() + "." + made.getName() + made.getDesc(), made.getDesc(), values, 0);
            }
            else if (values.length > 0 && values[0] == SELF)
            {
                final boolean isOfSuper = made.getTag() == Opcodes.H_INVOKESPECIAL;
                final Method run = code.run(made.getOwner(), made.getName(), made.getDesc(), isOfSuper);
                if (run != null && code.isLocked(run, isOfSuper))
                {
                    found.putIfAbsent(shown() + " -> " + made.getName(), "by a reference");
                }
            }
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
            final boolean isOwn = !isStatic && code.isAbove(owner);
            for (final Map.Entry<String, String> given : givenThis.entrySet())
            {
                if (!isOwn && given.getKey().startsWith(key) || given.getKey().equals(owner + REFERENCE))
                {
                    return given.getValue();
                }
            }

            return name.replaceAll("lambda\\$(.*)\\$\\d+", "$1");
        }

        private @Nullable Method caller()
        {
            final Class<?> declaring = code.above(owner);

            return declaring == null || isStatic ? null : BeanCode.declared(declaring, name, descriptor);
        }

        /*
         * Why a call whose result is a future is not under the lock, unless it returns that.
         */
        private @Nullable String futureOf(final Method callee, final boolean isOfSuper)
        {
            final Method caller = caller();
            if (caller == null || isOfSuper && isReplaced(caller, callee))
            {
                return null;
            }
            final Class<?> future = cover.future(callee);
            if (future == null)
            {
                return null;
            }
            final boolean isDeclared = CompletionStage.class.isAssignableFrom(future);
            final boolean isOverride = isOfSuper && isOverride(caller, callee);

            return callee.getName() + (isDeclared ? " may return a future" :
                " returns an " + future.getSimpleName() + ", which may be a future") +
                ", and only one that is returned is waited for: return it as it is" +
                (isOverride ? ", or give the override a @Locked of its own" : "");
        }

        private @Nullable String whyNot(final Method callee, final int[] values, final boolean isOfSuper)
        {
            final Method caller = caller();
            if (caller == null || name.startsWith("lambda$"))
            {
                return name.startsWith("lambda$") ? "in a lambda" :
                    code.isAbove(owner) ? "in a static method" : "in another class";
            }
            if (isOfSuper && isReplaced(caller, callee))
            {
                return null;
            }
            final Method running = code.lockedIn(AopUtils.getMostSpecificMethod(caller, code.type));

            // What runs here by a call of a method that has replaced it does so with other parameters.
            final boolean isItself = running != null && (running.equals(caller) ||
                !AnnotatedElementUtils.isAnnotated(running, Locked.class));

            return running == null ? name + " has no @Locked" :
                isItself ? cover.whyNot(running, callee, parameters(values)) :
                name + " is called by what overrides it, with parameters of its own";
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
