// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BorrowedThreadTest
{
    /*
     * What the library keeps on this thread: nothing, or a map with so many values.
     */
    private boolean isUsed;
    private int values;

    @Test
    void shouldRemoveWhatOurCodeLeft()
    {
        final BorrowedThread thread = borrow();
        ours(thread, 3);
        ours(thread, 1);
        thread.giveBack();
        assertThat(values).isZero();
    }

    @Test
    void shouldRemoveNothingWhileSomethingElseOfOursHasTheThread()
    {
        final BorrowedThread thread = borrow();
        final BorrowedThread other = borrow();
        ours(thread, 3);
        thread.giveBack();
        assertThat(values).isEqualTo(3);
        ours(other, 1);
        other.giveBack();
        assertThat(values).isZero();
    }

    @Test
    void shouldLeaveAloneWhatWasThereBefore()
    {
        theApplicationSets(1);
        final BorrowedThread thread = borrow();
        ours(thread, 2);
        thread.giveBack();
        assertThat(values).isEqualTo(3);
    }

    @Test
    void shouldLeaveAloneALibraryThatTheApplicationHasUsed()
    {
        theApplicationSets(0);
        final BorrowedThread thread = borrow();
        ours(thread, 2);
        thread.giveBack();
        assertThat(values).isEqualTo(2);
    }

    @Test
    void shouldLeaveAloneWhatCameWhileNoCodeOfOursRan()
    {
        final BorrowedThread thread = borrow();
        ours(thread, 2);
        theApplicationSets(1);
        ours(thread, 2);
        thread.giveBack();
        assertThat(values).isEqualTo(5);
    }

    @Test
    void shouldTakeForOursWhatCameWhileOurCodeCalledOurCode()
    {
        final BorrowedThread thread = borrow();
        thread.enter();
        values++;
        ours(thread, 2);
        values++;
        thread.leave();
        ours(thread, 0);
        thread.giveBack();
        assertThat(values).isZero();
    }

    @Test
    void shouldKnowNothingOfAThreadThatWasGivenBack()
    {
        theApplicationSets(1);
        borrow().giveBack();
        isUsed = false;
        values = 0;
        shouldRemoveWhatOurCodeLeft();
    }

    private BorrowedThread borrow()
    {
        return BorrowedThread.borrow(() -> isUsed, () -> values, () -> values = 0);
    }

    private void ours(final BorrowedThread thread, final int added)
    {
        thread.enter();
        values += added;
        thread.leave();
    }

    private void theApplicationSets(final int added)
    {
        isUsed = true;
        values += added;
    }
}
