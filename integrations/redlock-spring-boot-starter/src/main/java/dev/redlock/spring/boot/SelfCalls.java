// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/*
 * A call of an own method is either on this, or on another object of the same class, such as the injected
 * proxy, which is right. We do not follow the operand stack. A method whose code gets no reference of its own
 * class from anywhere, neither a parameter nor a field, a result, a cast or a constructor, has only this to
 * call on; so what is refused is certain, and what may be right passes.
 */

/**
 * Finds calls of methods that are {@link Locked} on this, as far as bytecode shows them for certain.
 */
final class SelfCalls
{
    private SelfCalls()
    {
    }

    /**
     * @return the calls as {@code caller -> callee}; empty if there are none, or the class cannot be read.
     */
    static List<String> find(final Class<?> type, final Collection<Method> locked)
    {
        final List<String> found = new ArrayList<>();
        final Set<String> wanted = locked.stream()
            .map((method) -> method.getName() + Type.getMethodDescriptor(method)).collect(Collectors.toSet());
        @Nullable Class<?> any = wanted.isEmpty() ? null : type;
        while (any != null && any != Object.class)
        {
            read(any, new Reader(Type.getInternalName(any), wanted, found));
            any = any.getSuperclass();
        }

        return found;
    }

    private static void read(final Class<?> type, final ClassVisitor reader)
    {
        final String file = "/" + type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getResourceAsStream(file))
        {
            if (in != null)
            {
                new ClassReader(in).accept(reader, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            }
        }
        catch (final IOException | IllegalArgumentException ex)
        {
            // A class that is made at run time, or newer than the reader: what it calls cannot be seen.
            System.getLogger("dev.redlock").log(
                System.Logger.Level.DEBUG, "the code of " + type.getName() + " cannot be read", ex);
        }
    }

    private static final class Reader extends ClassVisitor
    {
        private final String owner;
        private final Set<String> wanted;
        private final List<String> found;

        private Reader(final String owner, final Set<String> wanted, final List<String> found)
        {
            super(SpringAsmInfo.ASM_VERSION);
            this.owner = owner;
            this.wanted = wanted;
            this.found = found;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(final int access, final String name,
            final String descriptor, final @Nullable String signature, final String @Nullable [] exceptions)
        {
            final boolean hasThis = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_BRIDGE)) == 0;

            return hasThis ? new Code(name, descriptor) : null;
        }

        private final class Code extends MethodVisitor
        {
            private final List<String> calls = new ArrayList<>();
            private final String caller;
            private boolean hasOther;

            private Code(final String caller, final String descriptor)
            {
                super(SpringAsmInfo.ASM_VERSION);
                this.caller = caller;
                for (final Type parameter : Type.getArgumentTypes(descriptor))
                {
                    see(parameter);
                }
            }

            private void see(final Type type)
            {
                hasOther |= type.getSort() == Type.OBJECT && type.getInternalName().equals(owner) ||
                    type.getSort() == Type.ARRAY && type.getElementType().getInternalName().equals(owner);
            }

            @Override
            public void visitFieldInsn(
                final int opcode, final String of, final String name, final String descriptor)
            {
                see(Type.getType(descriptor));
            }

            @Override
            public void visitTypeInsn(final int opcode, final String type)
            {
                see(Type.getObjectType(type));
            }

            @Override
            public void visitMethodInsn(final int opcode, final String of, final String name,
                final String descriptor, final boolean isInterface)
            {
                see(Type.getReturnType(descriptor));
                if (opcode == Opcodes.INVOKEVIRTUAL && of.equals(owner) && wanted.contains(name + descriptor))
                {
                    calls.add(caller.replaceAll("lambda\\$(.*)\\$\\d+", "$1") + " -> " + name);
                }
            }

            @Override
            public void visitEnd()
            {
                if (!hasOther)
                {
                    found.addAll(calls);
                }
            }
        }
    }
}
