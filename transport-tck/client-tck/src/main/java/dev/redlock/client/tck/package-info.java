// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How a client must behave when nodes, networks and applications misbehave, as tests over real servers for
 * any transport: extend the abstract classes and name the transport.
 * <p>
 * Unless a test says otherwise the time to live is 60 s, so that no leak hides behind the expiry of its key,
 * and keys that must go must go within ten seconds. After every fault the same client makes one clean acquire
 * and release.
 */
package dev.redlock.client.tck;
