// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.code;

import java.util.BitSet;

import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;

/**
 * Which local variables a method writes: a parameter that it writes is not the caller's any more, and a
 * variable that is written more than once may be anything.
 */
final class StoredLocals extends MethodVisitor
{
    private final BitSet once = new BitSet();
    private final BitSet more = new BitSet();

    StoredLocals()
    {
        super(SpringAsmInfo.ASM_VERSION);
    }

    boolean isWritten(final int slot)
    {
        return once.get(slot);
    }

    boolean isWrittenTwice(final int slot)
    {
        return more.get(slot);
    }

    @Override
    public void visitVarInsn(final int opcode, final int slot)
    {
        if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE)
        {
            write(slot);
            if (opcode == Opcodes.LSTORE || opcode == Opcodes.DSTORE)
            {
                write(slot + 1);
            }
        }
    }

    @Override
    public void visitIincInsn(final int slot, final int increment)
    {
        write(slot);
    }

    private void write(final int slot)
    {
        more.set(slot, once.get(slot));
        once.set(slot);
    }
}
