// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a client must do when nodes, networks and applications misbehave, as tests over real servers that any
 * transport can run: extend the abstract classes and say which transport they are to use.
 * <p>
 * Unless a test says otherwise the time to live is 60 s, so that no leak hides behind the expiry of its key,
 * and what is to be gone must be gone within ten seconds. After every fault the same client makes one clean
 * acquire and release.
 */
package dev.redlock.tck.faults;
