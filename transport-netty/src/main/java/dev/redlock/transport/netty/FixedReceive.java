// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.nio.ByteBuffer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * Reads of all plain-text channels of one transport go into the same direct buffer.
 */
final class FixedReceive implements RecvByteBufAllocator
{
    /*
     * Sound because there is one thread, and because the decoder takes all there is before the next read.
     *
     * The buffer is unreleasable: Netty releases a buffer if it read nothing into it. It is always emptied,
     * never left full: with no room Netty would read nothing and take that for the end of the stream.
     *
     * It holds several times what a node may answer at once. So one read is a node's share of a turn, and a
     * node that floods takes no more.
     */
    private static final int SIZE = 64 * 1024;

    private final ByteBuf buffer =
        Unpooled.unreleasableBuffer(new AddressedBuffer(ByteBuffer.allocateDirect(SIZE)));

    @Override
    public ExtendedHandle newHandle()
    {
        return new FixedHandle(buffer);
    }

    private static final class FixedHandle implements ExtendedHandle
    {
        private final ByteBuf buffer;
        private int attemptedBytes;
        private int lastBytes;

        private FixedHandle(final ByteBuf buffer)
        {
            this.buffer = buffer;
        }

        @Override
        public ByteBuf allocate(final ByteBufAllocator allocator)
        {
            return buffer.clear();
        }

        @Override
        public int guess()
        {
            return SIZE;
        }

        @Override
        public void reset(final ChannelConfig config)
        {
            // Nothing is counted.
        }

        @Override
        public void incMessagesRead(final int count)
        {
            // Nothing is counted.
        }

        @Override
        public void lastBytesRead(final int bytes)
        {
            lastBytes = bytes;
        }

        @Override
        public int lastBytesRead()
        {
            return lastBytes;
        }

        @Override
        public void attemptedBytesRead(final int bytes)
        {
            attemptedBytes = bytes;
        }

        @Override
        public int attemptedBytesRead()
        {
            return attemptedBytes;
        }

        /*
         * The rest has its turn when the other nodes had theirs.
         */
        @Override
        public boolean continueReading()
        {
            return false;
        }

        @Override
        public boolean continueReading(final UncheckedBooleanSupplier maybeMoreDataSupplier)
        {
            return continueReading();
        }

        @Override
        public void readComplete()
        {
            // Nothing is learned from it: the buffer has one size.
        }
    }

    /**
     * A direct buffer that keeps its address. Epoll asks for the address at every read. Where Netty does
     * without Unsafe, as on JDK 25, it makes a memory segment each time, which only C2 can leave out.
     */
    private static final class AddressedBuffer extends UnpooledDirectByteBuf
    {
        private final boolean hasAddress;
        private final long address;

        private AddressedBuffer(final ByteBuffer memory)
        {
            super(UnpooledByteBufAllocator.DEFAULT, memory, SIZE);
            final ByteBuf sameMemory = Unpooled.wrappedBuffer(memory);
            hasAddress = sameMemory.hasMemoryAddress();
            address = hasAddress ? sameMemory.memoryAddress() : 0;
        }

        @Override
        public boolean hasMemoryAddress()
        {
            return hasAddress;
        }

        @Override
        public long memoryAddress()
        {
            return address;
        }

        @Override
        public ByteBuf capacity(final int newCapacity)
        {
            throw new UnsupportedOperationException("other memory would have another address");
        }
    }
}
