// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The fast transport, named {@code netty}: RESP frames pipelined over raw Netty channels, all of them driven
 * by the engine's own thread.
 * <p>
 * <b>How it is driven.</b> There is no event loop thread. {@link dev.redlock.transport.netty.NettyTransport}
 * owns a {@code ManualIoEventLoop}, and the caller of {@code poll} <em>is</em> the event loop: a
 * transport belongs to the first thread that drives it, and refuses all others. Everything that happens to
 * the channels happens inside {@code poll} and {@code close}. Daemon threads, one per connection at the most,
 * look up names and read TLS certificates; they exist only while there is something to look up.
 * <p>
 * <b>How bytes travel.</b> Out: operations are encoded into one array per node; a flush hands each node's
 * array to its socket in one system call, past Netty's outbound buffer. Only what a full socket did not take
 * goes through Netty, which then waits for room. In: one direct buffer serves all channels of a transport,
 * because the decoder is resumable and leaves nothing in it.
 * <p>
 * <b>What allocates.</b> In plain text nothing per operation and reply, on any kind of thread, with
 * {@code epoll} and with {@code nio}. Exceptions: the text of an error reply; a queue that grows past its
 * former peak; what a full socket did not take; connecting; inquiries and dialogues. With TLS every read
 * and write allocates.
 */
package dev.redlock.transport.netty;
