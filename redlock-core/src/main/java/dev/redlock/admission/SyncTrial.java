// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.util.List;
import java.util.function.Consumer;

import dev.redlock.spi.Answer;

/**
 * Tries whether a node waits for its disk before it says that a write is there.
 * <p>
 * With {@code appendfsync everysec} a server has its file brought to the disk once a second at most. So of
 * some writes, each of which waits for no more than a moment, it can confirm the first, and another if that
 * second ends between them. Some servers have an error and confirm each as soon as it is in the file. One
 * that does so with {@code always} is right, and cannot be told from them; so the setting must be known.
 */
final class SyncTrial
{
    private static final int MAJORITY = 3;
    private static final String MOMENT_MS = "10";

    private final Introduction introduction;
    private final String[] barrier;
    private final Runnable onWaits;
    private final Runnable onEarly;
    private final Consumer<Answer> onUntried;
    private Answer written;
    private int confirmed;
    private int open;

    /**
     * @param barrier   the write to try it with: the one that votes are confirmed by.
     * @param onWaits   called if the node waits.
     * @param onEarly   called if it does not.
     * @param onUntried called with the answer for which nobody can know.
     */
    SyncTrial(final Introduction introduction, final String[] barrier, final Runnable onWaits,
        final Runnable onEarly, final Consumer<Answer> onUntried)
    {
        this.introduction = introduction;
        this.barrier = barrier;
        this.onWaits = onWaits;
        this.onEarly = onEarly;
        this.onUntried = onUntried;
    }

    /*
     * The answer to the write shows that it is in the file, so the question comes after that. A node that
     * does not write, as it is full or lacks replicas, has nothing to wait for.
     */
    void ask()
    {
        introduction.ask(Step.inquire((answer) -> written = answer, barrier));
        introduction.ask(Step.inquire(this::onConfirmation, "WAITAOF", "1", "0", MOMENT_MS));
    }

    private void onConfirmation(final Answer answer)
    {
        final List<Answer> elements = answer.elements();
        if (written.kind() != Answer.Kind.NUMBER || written.number() != 1)
        {
            onUntried.accept(written);
        }
        else if (elements.isEmpty())
        {
            onUntried.accept(answer);
        }
        else
        {
            count(elements.get(0).number() > 0);
        }
    }

    private void count(final boolean isConfirmed)
    {
        confirmed += isConfirmed ? 1 : 0;
        open += isConfirmed ? 0 : 1;
        if (confirmed == MAJORITY)
        {
            onEarly.run();
        }
        else if (open == MAJORITY)
        {
            onWaits.run();
        }
        else
        {
            ask();
        }
    }
}
