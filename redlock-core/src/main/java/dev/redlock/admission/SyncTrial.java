// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.util.List;

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
    private final String key;
    private final Runnable onEarly;
    private boolean isWritten;
    private int confirmed;
    private int open;

    SyncTrial(final Introduction introduction, final String key, final Runnable onEarly)
    {
        this.introduction = introduction;
        this.key = key;
        this.onEarly = onEarly;
    }

    /*
     * The answer to the write shows that it is in the file, so the question comes after that. A node that
     * takes no writes now, as it is full or lacks replicas, has nothing to wait for, and is not judged.
     */
    void ask()
    {
        introduction.ask(Step.inquire(this::onWritten, "SET", key, "1", "PX", "1000"));
        introduction.ask(Step.inquire(this::onConfirmation, "WAITAOF", "1", "0", MOMENT_MS));
    }

    private void onWritten(final Answer answer)
    {
        isWritten = answer.kind() == Answer.Kind.TEXT;
    }

    private void onConfirmation(final Answer answer)
    {
        if (!isWritten)
        {
            return;
        }

        final List<Answer> elements = answer.elements();
        if (elements.isEmpty() || elements.get(0).number() <= 0)
        {
            open++;
        }
        else
        {
            confirmed++;
        }

        if (confirmed == MAJORITY)
        {
            onEarly.run();
        }
        else if (open < MAJORITY)
        {
            ask();
        }
    }
}
