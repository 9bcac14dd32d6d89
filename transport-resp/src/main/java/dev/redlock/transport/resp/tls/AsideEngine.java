// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.tls;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;

/**
 * An engine of TLS that reads the handshake in tasks only, and that can be closed while one of them runs.
 * After the handshake it passes everything on, and costs no garbage.
 * <p>
 * <b>Thread:</b> one calls it; another runs its tasks, see {@link TlsTasks}. No call waits for a task, but
 * those that concern settings. <b>Ownership:</b> nobody else calls the engine behind it.
 */
public final class AsideEngine extends PassingEngine
{
    /*
     * The JDK's engine hands most of a handshake out in tasks, but not the server's last message of TLS 1.3
     * if it comes in a record of its own, as from OpenSSL. Upon it the key manager chooses our certificate,
     * and the private key signs: code of the application or of its security provider, which may wait. Also,
     * each of its tasks holds the lock that all its methods take. So while a task is due or runs, nothing of
     * it is called here.
     *
     * The flag orders all other fields: they belong to the task while it is set, and to the caller while it
     * is not.
     */
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final SSLEngineResult TASK_IS_DUE =
        new SSLEngineResult(Status.OK, HandshakeStatus.NEED_TASK, 0, 0);
    private static final SSLEngineResult RECORD_IS_CUT =
        new SSLEngineResult(Status.BUFFER_UNDERFLOW, HandshakeStatus.NEED_UNWRAP, 0, 0);
    private static final int HEADER_BYTES = 5;
    private static final int LENGTH_AT = 3;

    private final SSLSession noSession;
    private volatile boolean isTaskDue;
    private ByteBuffer record = NOTHING;
    private Throwable failure;
    private boolean isFinished;

    /*
     * Of the thread that runs tasks.
     */
    private boolean isTaskTaken;

    /*
     * Of the calling thread: what it closed while a task was due.
     */
    private boolean isInboundToClose;
    private boolean isOutboundToClose;

    /**
     * Puts an engine aside, before its handshake.
     *
     * @param engine of a client, ready but for the handshake; it reads one record at a time, as the JDK's.
     */
    public AsideEngine(final SSLEngine engine)
    {
        super(engine);
        noSession = engine.getSession();
    }

    @Override
    public SSLEngineResult unwrap(
        final ByteBuffer source, final ByteBuffer[] targets, final int offset, final int length)
        throws SSLException
    {
        if (isBusy())
        {
            return TASK_IS_DUE;
        }
        throwFailure();
        if (!isFinished && engine.getHandshakeStatus() == HandshakeStatus.NEED_UNWRAP)
        {
            return take(source);
        }

        return noted(engine.unwrap(source, targets, offset, length));
    }

    @Override
    public SSLEngineResult wrap(
        final ByteBuffer[] sources, final int offset, final int length, final ByteBuffer target)
        throws SSLException
    {
        if (isBusy())
        {
            return TASK_IS_DUE;
        }
        throwFailure();

        return noted(engine.wrap(sources, offset, length, target));
    }

    private SSLEngineResult take(final ByteBuffer source)
    {
        final int size = recordBytes(source);
        if (source.remaining() < size)
        {
            return RECORD_IS_CUT;
        }
        final byte[] bytes = new byte[size];
        source.get(bytes);
        record = ByteBuffer.wrap(bytes);
        isTaskDue = true;

        return new SSLEngineResult(Status.OK, HandshakeStatus.NEED_TASK, size, 0);
    }

    private static int recordBytes(final ByteBuffer source)
    {
        if (source.remaining() < HEADER_BYTES)
        {
            return HEADER_BYTES;
        }
        final int at = source.position() + LENGTH_AT;

        return HEADER_BYTES + ((source.get(at) & 0xFF) << 8 | source.get(at + 1) & 0xFF);
    }

    private SSLEngineResult noted(final SSLEngineResult result)
    {
        note(result.getHandshakeStatus());

        return result;
    }

    private void note(final HandshakeStatus status)
    {
        if (status == HandshakeStatus.FINISHED)
        {
            isFinished = true;
        }
        else if (status == HandshakeStatus.NEED_TASK)
        {
            isTaskDue = true;
        }
    }

    private void throwFailure() throws SSLException
    {
        if (failure != null)
        {
            final Throwable thrown = failure;
            failure = null;
            throw thrown instanceof SSLException ssl ? ssl : new SSLException(thrown);
        }
    }

    /**
     * The task that is due, once. Called on the thread that runs it.
     */
    @Override
    public Runnable getDelegatedTask()
    {
        if (!isTaskDue || isTaskTaken)
        {
            return null;
        }
        isTaskTaken = true;

        return this::goOn;
    }

    private void goOn()
    {
        try
        {
            if (record.hasRemaining())
            {
                readRecord();
            }
            Runnable task = engine.getDelegatedTask();
            while (task != null)
            {
                task.run();
                task = engine.getDelegatedTask();
            }
        }
        catch (final Throwable ex)
        {
            failure = ex;
        }
        record = NOTHING;
        isTaskTaken = false;
        isTaskDue = false;
    }

    /*
     * No data of the application comes before the handshake has ended, so there is no room for it.
     */
    private void readRecord() throws SSLException
    {
        final SSLEngineResult result = engine.unwrap(record, NOTHING);
        if (record.hasRemaining())
        {
            throw new SSLException("a record of the handshake was not read to its end: " + result);
        }
        isFinished = result.getHandshakeStatus() == HandshakeStatus.FINISHED;
    }

    /*
     * Also closes what was closed in the meantime.
     */
    private boolean isBusy()
    {
        if (isTaskDue)
        {
            return true;
        }
        if (isOutboundToClose)
        {
            isOutboundToClose = false;
            engine.closeOutbound();
        }
        if (isInboundToClose)
        {
            isInboundToClose = false;
            try
            {
                engine.closeInbound();
            }
            catch (final SSLException ignored)
            {
                // The other side has not closed: who closes in the middle of a handshake knows.
            }
        }

        return false;
    }

    @Override
    public HandshakeStatus getHandshakeStatus()
    {
        if (isBusy())
        {
            return HandshakeStatus.NEED_TASK;
        }
        if (failure != null)
        {
            return HandshakeStatus.NEED_UNWRAP;
        }
        final HandshakeStatus status = engine.getHandshakeStatus();
        note(status);

        return status;
    }

    @Override
    public SSLSession getSession()
    {
        return isBusy() ? noSession : engine.getSession();
    }

    @Override
    public void beginHandshake() throws SSLException
    {
        if (!isBusy())
        {
            engine.beginHandshake();
        }
    }

    @Override
    public void closeInbound() throws SSLException
    {
        if (isBusy())
        {
            isInboundToClose = true;
        }
        else
        {
            engine.closeInbound();
        }
    }

    @Override
    public boolean isInboundDone()
    {
        return isBusy() ? isInboundToClose : engine.isInboundDone();
    }

    @Override
    public void closeOutbound()
    {
        if (isBusy())
        {
            isOutboundToClose = true;
        }
        else
        {
            engine.closeOutbound();
        }
    }

    @Override
    public boolean isOutboundDone()
    {
        return !isBusy() && engine.isOutboundDone();
    }
}
