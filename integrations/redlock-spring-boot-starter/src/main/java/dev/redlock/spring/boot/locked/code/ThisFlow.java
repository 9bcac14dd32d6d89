// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.code;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;
import org.springframework.asm.Handle;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/*
 * The operand stack and the local variables are followed in the order of the code, with a number for what is
 * in each place: the object itself, a parameter that is never written, something else, or unknown. Where
 * branches meet what differs becomes unknown. Values of two places are two values. A place below the known
 * ones is unknown, too, so code that is not as compilers write it gives no verdict rather than a wrong one.
 */

/**
 * Follows {@code this} and the parameters through the code of a method, and tells which calls they go to.
 */
abstract class ThisFlow extends MethodVisitor
{
    static final int OTHER = -1;
    static final int UNKNOWN = -2;
    static final int SELF = -3;

    /*
     * Results of calls that a subclass wants to see again are this and what is less.
     */
    static final int FIRST_RESULT = -10;

    private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";
    private static final byte[][] EFFECTS = effects();

    private final StoredLocals stored;
    private final Map<Integer, Integer> locals = new HashMap<>();
    private final Map<Label, int[]> jumps = new HashMap<>();
    private final Set<Label> handlers = new HashSet<>();
    private int[] stack = new int[16];
    private int depth;
    private boolean isReached = true;

    /**
     * @param isSelf tells of each parameter's slot whether it is the object itself.
     */
    ThisFlow(final boolean isStatic, final String descriptor, final StoredLocals stored,
        final IntPredicate isSelf)
    {
        super(SpringAsmInfo.ASM_VERSION);
        this.stored = stored;
        int slot = 0;
        if (!isStatic)
        {
            enter(slot++, isSelf);
        }
        for (final Type parameter : Type.getArgumentTypes(descriptor))
        {
            enter(slot, isSelf);
            slot += parameter.getSize();
        }
    }

    private void enter(final int slot, final IntPredicate isSelf)
    {
        locals.put(slot, stored.isWritten(slot) ? UNKNOWN : isSelf.test(slot) ? SELF : slot);
    }

    /**
     * A call.
     *
     * @param values of the receiver, unless it is static, and the arguments: SELF, OTHER, UNKNOWN, or the
     *               slot of a parameter.
     * @return what the result is: SELF, OTHER, or {@link #FIRST_RESULT} and less for one that is told of when
     *         it is cast or returned as it is, whatever happens then.
     */
    abstract int onCall(int opcode, String owner, String name, String descriptor, int[] values);

    /**
     * A lambda or a reference to a method that is made.
     *
     * @param values what it keeps.
     */
    abstract void onLambda(Handle code, int[] values);

    /**
     * Whether a field has the object itself.
     */
    abstract boolean isSelf(String owner, String name, String descriptor);

    /**
     * An object that is put into a field.
     */
    abstract void onStore(String owner, String name, String descriptor, int value);

    /**
     * A cast.
     */
    abstract void onCast(int value, String type);

    /**
     * An object that the method returns.
     */
    abstract void onReturn(int value);

    private void push(final int value)
    {
        if (depth == stack.length)
        {
            stack = Arrays.copyOf(stack, 2 * depth);
        }
        stack[depth++] = value;
    }

    private int pop()
    {
        return depth == 0 ? UNKNOWN : stack[--depth];
    }

    private void change(final int pops, final int pushes)
    {
        depth = Math.max(0, depth - pops);
        for (int i = 0; i < pushes; i++)
        {
            push(OTHER);
        }
    }

    private int[] popValues(final String descriptor, final boolean hasReceiver)
    {
        final Type[] types = Type.getArgumentTypes(descriptor);
        final int first = hasReceiver ? 1 : 0;
        final int[] values = new int[types.length + first];
        for (int i = types.length - 1; i >= 0; i--)
        {
            if (types[i].getSize() == 2)
            {
                pop();
            }
            values[i + first] = pop();
        }
        if (hasReceiver)
        {
            values[0] = pop();
        }

        return values;
    }

    @Override
    public void visitTryCatchBlock(
        final Label start, final Label end, final Label handler, final @Nullable String type)
    {
        handlers.add(handler);
    }

    @Override
    public void visitLabel(final Label label)
    {
        final int[] other = jumps.get(label);
        if (handlers.contains(label))
        {
            depth = 0;
            push(OTHER);
        }
        else if (!isReached)
        {
            depth = 0;
            for (final int value : other == null ? new int[0] : other)
            {
                push(value);
            }
        }
        else if (other != null)
        {
            merge(other);
        }
        isReached = true;
    }

    private void merge(final int[] other)
    {
        for (int i = 0; i < depth; i++)
        {
            if (depth != other.length || stack[i] != other[i])
            {
                stack[i] = UNKNOWN;
            }
        }
    }

    private void jump(final Label to)
    {
        for (int i = 0; i < depth; i++)
        {
            // It may go another way.
            stack[i] = stack[i] <= FIRST_RESULT ? UNKNOWN : stack[i];
        }
        final int[] now = Arrays.copyOf(stack, depth);
        final int[] before = jumps.putIfAbsent(to, now);
        if (before != null)
        {
            for (int i = 0; i < before.length; i++)
            {
                before[i] = i < now.length && before[i] == now[i] ? before[i] : UNKNOWN;
            }
        }
    }

    @Override
    public void visitJumpInsn(final int opcode, final Label label)
    {
        final boolean isOfTwo = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
        change(opcode == Opcodes.GOTO ? 0 : isOfTwo ? 2 : 1, 0);
        jump(label);
        isReached = opcode != Opcodes.GOTO;
    }

    @Override
    public void visitTableSwitchInsn(
        final int min, final int max, final Label usual, final Label... labels)
    {
        branch(usual, labels);
    }

    @Override
    public void visitLookupSwitchInsn(final Label usual, final int[] keys, final Label[] labels)
    {
        branch(usual, labels);
    }

    private void branch(final Label usual, final Label[] labels)
    {
        pop();
        jump(usual);
        for (final Label label : labels)
        {
            jump(label);
        }
        isReached = false;
    }

    @Override
    public void visitVarInsn(final int opcode, final int slot)
    {
        final boolean isWide = opcode == Opcodes.LLOAD || opcode == Opcodes.DLOAD ||
            opcode == Opcodes.LSTORE || opcode == Opcodes.DSTORE;
        if (opcode < Opcodes.ISTORE)
        {
            push(locals.getOrDefault(slot, UNKNOWN));
            if (isWide)
            {
                push(OTHER);
            }
        }
        else
        {
            if (isWide)
            {
                pop();
            }
            final int top = pop();
            final int value = top <= FIRST_RESULT ? OTHER : top;
            locals.put(slot, stored.isWrittenTwice(slot) || isParameter(slot) ? UNKNOWN : value);
        }
    }

    private boolean isParameter(final int slot)
    {
        return stored.isWritten(slot) && locals.getOrDefault(slot, OTHER) == UNKNOWN;
    }

    @Override
    public void visitInsn(final int opcode)
    {
        switch (opcode)
        {
            case Opcodes.DUP -> copy(1, 0);
            case Opcodes.DUP_X1 -> copy(1, 1);
            case Opcodes.DUP_X2 -> copy(1, 2);
            case Opcodes.DUP2 -> copy(2, 0);
            case Opcodes.DUP2_X1 -> copy(2, 1);
            case Opcodes.DUP2_X2 -> copy(2, 2);
            case Opcodes.SWAP ->
            {
                final int top = pop();
                final int below = pop();
                push(top);
                push(below);
            }
            case Opcodes.ARETURN -> onReturn(pop());
            default -> change(EFFECTS[opcode][0], EFFECTS[opcode][1]);
        }
        isReached &= !(opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW);
    }

    /*
     * The topmost places once more, below as many others.
     */
    private void copy(final int count, final int below)
    {
        final int[] moved = new int[count + below];
        for (int i = moved.length - 1; i >= 0; i--)
        {
            moved[i] = pop();
        }
        for (int i = 0; i < count; i++)
        {
            push(moved[below + i]);
        }
        for (final int value : moved)
        {
            push(value);
        }
    }

    @Override
    public void visitIntInsn(final int opcode, final int operand)
    {
        change(opcode == Opcodes.NEWARRAY ? 1 : 0, 1);
    }

    @Override
    public void visitLdcInsn(final Object value)
    {
        change(0, value instanceof Long || value instanceof Double ? 2 : 1);
    }

    @Override
    public void visitTypeInsn(final int opcode, final String type)
    {
        if (opcode == Opcodes.CHECKCAST)
        {
            onCast(depth == 0 ? UNKNOWN : stack[depth - 1], type);
        }
        else
        {
            change(opcode == Opcodes.NEW ? 0 : 1, 1);
        }
    }

    @Override
    public void visitMultiANewArrayInsn(final String descriptor, final int dimensions)
    {
        change(dimensions, 1);
    }

    @Override
    public void visitFieldInsn(
        final int opcode, final String owner, final String name, final String descriptor)
    {
        final int size = Type.getType(descriptor).getSize();
        final boolean isRead = opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC;
        final boolean isOfObject = opcode == Opcodes.GETFIELD || opcode == Opcodes.PUTFIELD;
        if (!isRead && size == 1)
        {
            onStore(owner, name, descriptor, depth == 0 ? UNKNOWN : stack[depth - 1]);
        }
        change((isOfObject ? 1 : 0) + (isRead ? 0 : size), 0);
        if (isRead)
        {
            if (isSelf(owner, name, descriptor))
            {
                push(SELF);
            }
            else
            {
                change(0, size);
            }
        }
    }

    @Override
    public void visitMethodInsn(final int opcode, final String owner, final String name,
        final String descriptor, final boolean isInterface)
    {
        final int result =
            onCall(opcode, owner, name, descriptor, popValues(descriptor, opcode != Opcodes.INVOKESTATIC));
        final int size = Type.getReturnType(descriptor).getSize();
        if (size == 1)
        {
            push(result);
        }
        else
        {
            change(0, size);
        }
    }

    @Override
    public void visitInvokeDynamicInsn(
        final String name, final String descriptor, final Handle maker, final Object... arguments)
    {
        final int[] values = popValues(descriptor, false);
        if (maker.getOwner().equals(LAMBDAS) && arguments.length > 1 && arguments[1] instanceof Handle code)
        {
            onLambda(code, values);
        }
        change(0, Type.getReturnType(descriptor).getSize());
    }

    /*
     * How many places each instruction without operands takes, and gives, by its number (JVM specification,
     * chapter 6).
     */
    private static byte[][] effects()
    {
        final byte[][] effects = new byte[256][2];
        put(effects, Opcodes.ACONST_NULL, Opcodes.DCONST_1, "01");
        putEach(effects, "02", Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1);
        put(effects, Opcodes.IALOAD, Opcodes.SALOAD, "21");
        putEach(effects, "22", Opcodes.LALOAD, Opcodes.DALOAD);
        put(effects, Opcodes.IASTORE, Opcodes.SASTORE, "30");
        putEach(effects, "40", Opcodes.LASTORE, Opcodes.DASTORE);
        putEach(effects, "10", Opcodes.POP, Opcodes.MONITORENTER, Opcodes.MONITOREXIT);
        putEach(effects, "20", Opcodes.POP2);
        for (int opcode = Opcodes.IADD; opcode <= Opcodes.LXOR; opcode++)
        {
            // By turns of int, long, float and double to DNEG, and of int and long after that.
            final boolean isWide = opcode % 2 == 1;
            final boolean isUnary = opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG;
            final boolean isShift = opcode >= Opcodes.ISHL && opcode <= Opcodes.LUSHR;
            putEach(effects, isWide ? isUnary ? "22" : isShift ? "32" : "42" : isUnary ? "11" : "21", opcode);
        }
        put(effects, Opcodes.I2L, Opcodes.I2S, "11");
        putEach(effects, "12", Opcodes.I2L, Opcodes.I2D, Opcodes.F2L, Opcodes.F2D);
        putEach(effects, "21", Opcodes.L2I, Opcodes.L2F, Opcodes.D2I, Opcodes.D2F);
        putEach(effects, "22", Opcodes.L2D, Opcodes.D2L);
        putEach(effects, "41", Opcodes.LCMP, Opcodes.DCMPL, Opcodes.DCMPG);
        putEach(effects, "21", Opcodes.FCMPL, Opcodes.FCMPG);
        putEach(effects, "11", Opcodes.ARRAYLENGTH);

        return effects;
    }

    private static void put(
        final byte[][] effects, final int first, final int last, final String takesAndGives)
    {
        for (int opcode = first; opcode <= last; opcode++)
        {
            putEach(effects, takesAndGives, opcode);
        }
    }

    private static void putEach(final byte[][] effects, final String takesAndGives, final int... opcodes)
    {
        for (final int opcode : opcodes)
        {
            effects[opcode][0] = (byte)(takesAndGives.charAt(0) - '0');
            effects[opcode][1] = (byte)(takesAndGives.charAt(1) - '0');
        }
    }
}
