/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

/**
 * The RESP2 and RESP3 codec: byte arrays in, byte arrays out, no Netty and no I/O. Internal to this module.
 * <p>
 * <b>Out:</b> a {@link dev.redlock.transport.netty.resp.CommandFrame} per template keeps what never changes,
 * a {@link dev.redlock.transport.netty.resp.KeyBulk} per key keeps the key in wire form; encoding an
 * operation copies these and writes the token and a few digits.
 * <p>
 * <b>In:</b> {@link dev.redlock.transport.netty.resp.RespDecoder} is resumable at every byte and tells what
 * it reads to a {@link dev.redlock.transport.netty.resp.RespSink}: the {@link
 * dev.redlock.transport.netty.resp.ReplySink} of the hot path, which allocates nothing but the text of
 * errors, or the {@link dev.redlock.transport.netty.resp.AnswerSink}, which builds a tree.
 */
package dev.redlock.transport.netty.resp;
