// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * RESP2 and RESP3 for transports: byte arrays in, byte arrays out, no Netty and no I/O. What transports that
 * speak it have in common besides stands in {@code link} and {@code tls}.
 * <p>
 * <b>Out:</b> a {@link dev.redlock.transport.resp.CommandFrame} per template keeps what never changes,
 * a {@link dev.redlock.transport.resp.KeyBulk} per key keeps the key in wire form; encoding an
 * operation copies these and writes the token and a few digits.
 * <p>
 * <b>In:</b> {@link dev.redlock.transport.resp.RespDecoder} is resumable at every byte and tells what
 * it reads to a {@link dev.redlock.transport.resp.RespSink}: the {@link
 * dev.redlock.transport.resp.ReplySink} of the hot path, which allocates nothing but the text of
 * errors, or the {@link dev.redlock.transport.resp.AnswerSink}, which builds a tree.
 */
package dev.redlock.transport.resp;
