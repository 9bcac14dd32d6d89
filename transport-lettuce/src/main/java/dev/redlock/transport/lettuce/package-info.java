// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The transport named {@code lettuce}: locks over Lettuce, for its users. It allocates a few hundred bytes
 * per command, on the event loop of Lettuce.
 * <p>
 * <b>How it is driven.</b> Lettuce's event loop does the I/O; the engine's thread polls. Between the two is
 * the ring of {@link dev.redlock.transport.lettuce.Places}: places for commands and their replies, handed
 * over by sequences that only grow. The engine encodes into a place and hands over what it has with one task
 * per node and flush; the event loop gives it to Lettuce, one command after another, in one buffer. Replies
 * come back in the same places, and a {@link dev.redlock.transport.lettuce.Doorbell} wakes the engine if it
 * waits.
 * <p>
 * <b>What Lettuce does.</b> It makes connections (with its own TLS, resolver and sockets), keeps the stack of
 * commands and writes them. It does not greet, reconnect, repeat, time out or ping; see
 * {@link dev.redlock.transport.lettuce.AtMostOnce}. When Lettuce fails at a connection, the
 * connection ends, with all that is in flight on it.
 * <p>
 * <b>Who reads.</b> {@link dev.redlock.transport.lettuce.SessionHandler} reads all replies, with the decoder
 * of {@code transport-resp}, and tells Lettuce only that one has come.
 */
package dev.redlock.transport.lettuce;
