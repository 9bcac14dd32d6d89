// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

/**
 * What happens to the bytes of one connection in one direction.
 */
enum Gate
{
    OPEN,
    HELD,
    DROPPING
}
