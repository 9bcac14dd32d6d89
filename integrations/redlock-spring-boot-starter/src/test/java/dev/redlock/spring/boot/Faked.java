// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import dev.redlock.test.spring.FakeRedlock;

/**
 * A part of an application that runs over nodes in memory.
 */
@FakeRedlock
public final class Faked
{
}
