// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What transports have in common that speak RESP: {@link dev.redlock.transport.resp.link.RespTransport} knows
 * whose thread it is and the order of a turn, {@link dev.redlock.transport.resp.link.RespLink} the state of a
 * node, {@link dev.redlock.transport.resp.link.Callbacks} calls the handler and keeps what it throws, {@link
 * dev.redlock.transport.resp.link.Failure} says why a connection ended, and {@link
 * dev.redlock.transport.resp.link.BorrowedThread} knows what a client library left on a thread of the
 * application.
 */
package dev.redlock.transport.resp.link;
