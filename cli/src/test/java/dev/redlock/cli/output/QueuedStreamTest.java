// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class QueuedStreamTest
{
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final CountDownLatch reader = new CountDownLatch(1);
    private boolean hasThreads;
    private final OutputStream unread = new OutputStream()
    {
        @Override
        public void write(final int value)
        {
            write(new byte[]{(byte)value}, 0, 1);
        }

        @Override
        public void write(final byte[] buffer, final int offset, final int length)
        {
            try
            {
                reader.await();
            }
            catch (final InterruptedException ex)
            {
                throw new IllegalStateException(ex);
            }
            written.write(buffer, offset, length);
        }
    };

    @Test
    void shouldDropMessagesThatNobodyReadsAndSayHowMany()
    {
        final Output err = Output.to(new QueuedStream(unread, "standard error", true), UTF_8);
        for (int i = 0; i < 3000; i++)
        {
            err.println("message " + i);
        }
        err.settle(Duration.ofNanos(1));
        reader.countDown();

        assertThat(err.trouble()).isNull();
        final String text = written.toString(UTF_8);
        assertThat(text.lines().limit(1024)).startsWith("message 0").endsWith("message 1023");
        assertThat(text.lines().skip(1024)).containsExactly(
            "redlock: 1976 messages were dropped, as nobody read standard error for a while");
    }

    @Test
    void shouldDropNoResultAndNotWaitForTheFirst()
    {
        final Output out = Output.to(new QueuedStream(unread, "standard output", false), UTF_8);
        out.println("result");
        reader.countDown();
        for (int i = 0; i < 3000; i++)
        {
            out.println("result " + i);
        }

        assertThat(out.trouble()).isNull();
        assertThat(written.toString(UTF_8).lines()).hasSize(3001).last().isEqualTo("result 2999");
    }

    @Test
    void shouldFailAtAResultThatNoThreadCanWriteAndPutNoNoticeAmongResults()
    {
        final Output out = Output.to(
            new QueuedStream(unread, "standard output", false, this::newThread), UTF_8);
        reader.countDown();
        out.println("{");
        hasThreads = true;
        out.println("}");

        assertThat(out.trouble()).isEqualTo("no thread could be started for it");
        assertThat(written.toString(UTF_8)).isEmpty();
    }

    @Test
    void shouldDropMessagesThatNoThreadCanWriteAndSayHowMany()
    {
        final Output err = Output.to(
            new QueuedStream(unread, "standard error", true, this::newThread), UTF_8);
        reader.countDown();
        err.println("message 0");
        hasThreads = true;
        err.println("message 1");

        assertThat(err.trouble()).isNull();
        assertThat(written.toString(UTF_8).lines()).containsExactly("message 1",
            "redlock: 1 messages were dropped, as nobody read standard error for a while");
    }

    @Test
    void shouldSayWithAKeptThreadThatThereIsNoOther()
    {
        final QueuedStream stream = new QueuedStream(unread, "standard error", true, this::newThread);
        hasThreads = true;
        stream.keepThread();
        hasThreads = false;
        final Output err = Output.to(stream, UTF_8);
        reader.countDown();
        err.println("no thread left");

        assertThat(err.trouble()).isNull();
        assertThat(written.toString(UTF_8)).isEqualToIgnoringNewLines("no thread left");
    }

    @Test
    void shouldGoOnWithoutAThreadToKeep()
    {
        final QueuedStream stream = new QueuedStream(unread, "standard error", true, this::newThread);
        stream.keepThread();
        hasThreads = true;
        final Output err = Output.to(stream, UTF_8);
        reader.countDown();
        err.println("message");

        assertThat(err.trouble()).isNull();
        assertThat(written.toString(UTF_8)).isEqualToIgnoringNewLines("message");
    }

    /*
     * A thread that cannot be started throws this, too; newer JDKs start those of a pool by another method.
     */
    private Thread newThread(final Runnable work)
    {
        if (!hasThreads)
        {
            throw new OutOfMemoryError("unable to create native thread");
        }

        return new Thread(work);
    }
}
