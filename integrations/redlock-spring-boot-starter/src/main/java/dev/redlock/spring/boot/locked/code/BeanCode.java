// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.code;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.asm.AnnotationVisitor;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.FieldVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.util.ClassUtils;

/*
 * Read are the class, its superclasses, their interfaces with code, and what is nested in all of these: inner
 * classes know the object by a field this$0, references of Kotlin by a field receiver, and static methods,
 * constructors, methods of the object itself or those of final classes by what is passed to them, as lambdas,
 * default arguments and companions of Kotlin have it. A call is resolved as the machine does it, so it may
 * name another descriptor, that of a generic base, or an interface.
 *
 * Interfaces of the JDK are not read: Function.andThen calls apply on this, but who calls andThen?
 */

/**
 * The code that is a bean's own, as far as it can be read, and which method a call on the bean runs.
 */
final class BeanCode
{
    static final int SKIPPED = ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;

    final Class<?> type;
    private final Map<String, Class<?>> above = new LinkedHashMap<>();
    private final Map<String, Class<?>> kinds = new HashMap<>();
    private final Map<String, byte[]> code = new LinkedHashMap<>();
    private final Map<String, Map<String, StoredLocals>> stored = new HashMap<>();
    private final Set<String> ownFields = new HashSet<>();
    private final Map<String, Optional<Method>> runs = new HashMap<>();
    private final Set<String> overridden = new HashSet<>();

    BeanCode(final Class<?> type)
    {
        this.type = type;
        @Nullable Class<?> any = type;
        while (any != null && any != Object.class)
        {
            above.put(Type.getInternalName(any), any);
            any = any.getSuperclass();
        }
        kinds.putAll(above);
        List.copyOf(above.values()).forEach(this::addInterfaces);
        above.forEach((name, one) -> load(name, one));
        above.values().forEach(this::addOverridden);
    }

    private void addInterfaces(final Class<?> of)
    {
        for (final Class<?> one : of.getInterfaces())
        {
            kinds.put(Type.getInternalName(one), one);
            if (!one.getName().startsWith("java."))
            {
                above.put(Type.getInternalName(one), one);
            }
            addInterfaces(one);
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
                // Of a nested class what is outside of it may write private fields, too.
                final int own = name.equals(root) && beside.getEnclosingClass() != null ?
                    Opcodes.ACC_FINAL : Opcodes.ACC_FINAL | Opcodes.ACC_PRIVATE;
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
                    public @Nullable FieldVisitor visitField(final int access, final String field,
                        final String descriptor, final @Nullable String signature,
                        final @Nullable Object value)
                    {
                        return (access & own) == 0 ? null :
                            new OwnField(name + "." + field);
                    }

                    @Override
                    public @Nullable MethodVisitor visitMethod(final int access, final String method,
                        final String descriptor, final @Nullable String signature,
                        final String @Nullable [] exceptions)
                    {
                        return (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0 ? null :
                            locals.computeIfAbsent(method + descriptor, (ignored) -> new StoredLocals());
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

    private void addOverridden(final Class<?> of)
    {
        for (final Method method : of == type ? new Method[0] : of.getDeclaredMethods())
        {
            if (!method.isBridge() && !AopUtils.getMostSpecificMethod(method, type).equals(method))
            {
                overridden.add(key(method));
            }
        }
    }

    /**
     * The names of the classes whose code is here, with it.
     */
    Map<String, byte[]> classes()
    {
        return code;
    }

    /**
     * The class of the bean or one that it inherits from, by its name.
     *
     * @return null if it is none of them.
     */
    @Nullable Class<?> above(final String name)
    {
        return above.get(name);
    }

    boolean isAbove(final String name)
    {
        return above.containsKey(name);
    }

    boolean hasCode(final String owner, final String method)
    {
        return code.containsKey(owner) && stored.get(owner).containsKey(method);
    }

    StoredLocals locals(final String owner, final String method)
    {
        return stored.get(owner).get(method);
    }

    /**
     * Whether only code that is read here can write a field: neither other classes, nor who injects.
     */
    boolean isOwnField(final String field)
    {
        return ownFields.contains(field);
    }

    /**
     * Whether a method runs only if it is called by super.
     */
    boolean isOverridden(final String method)
    {
        return overridden.contains(method);
    }

    /**
     * Whether nobody can override what a class beside the bean's has: what is called is what runs.
     */
    boolean isFinal(final String of)
    {
        final byte[] bytes = above.containsKey(of) ? null : code.get(of);

        return bytes != null && (new ClassReader(bytes).getAccess() & Opcodes.ACC_FINAL) != 0;
    }

    /**
     * The method that a call on the object runs.
     */
    @Nullable Method run(
        final String owner, final String name, final String descriptor, final boolean isOfSuper)
    {
        final Class<?> declaring = kinds.get(owner);

        return declaring == null ? null : runs.computeIfAbsent(
            owner + "." + name + descriptor + isOfSuper, (ignored) ->
            {
                final Method called = declared(declaring, name, descriptor);

                return Optional.ofNullable(called == null || isOfSuper ? called :
                    AopUtils.getMostSpecificMethod(called, type));
            }).orElse(null);
    }

    boolean isLocked(final Method run, final boolean isOfSuper)
    {
        return LockedMethods.isLocked(run, isOfSuper ? run.getDeclaringClass() : type);
    }

    @Nullable Method lockedIn(final Method method)
    {
        return LockedMethods.isLocked(method, type) ? method : null;
    }

    /**
     * The method with a lock that who is given the object as this kind will call: any of an interface, as it
     * has nothing else to call, and one that an abstract class leaves to us.
     */
    @Nullable Method lockedOfKind(final String descriptor)
    {
        final Class<?> kind = descriptor.startsWith("L") ?
            kinds.get(descriptor.substring(1, descriptor.length() - 1)) : null;
        for (final Method method : kind == null ? new Method[0] : kind.getMethods())
        {
            final Method run = kind.isInterface() || Modifier.isAbstract(method.getModifiers()) ?
                lockedIn(AopUtils.getMostSpecificMethod(method, type)) : null;
            if (run != null)
            {
                return run;
            }
        }

        return null;
    }

    static @Nullable Method declared(final Class<?> from, final String name, final String descriptor)
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

    static String key(final Method method)
    {
        return Type.getInternalName(method.getDeclaringClass()) + "." + method.getName() +
            Type.getMethodDescriptor(method);
    }

    /*
     * A field that only code which is read here can write: neither other classes, nor who injects.
     */
    private final class OwnField extends FieldVisitor
    {
        private final String name;

        private OwnField(final String name)
        {
            super(SpringAsmInfo.ASM_VERSION);
            this.name = name;
            ownFields.add(name);
        }

        @Override
        public @Nullable AnnotationVisitor visitAnnotation(final String descriptor, final boolean isVisible)
        {
            ownFields.remove(name);

            return null;
        }
    }
}
