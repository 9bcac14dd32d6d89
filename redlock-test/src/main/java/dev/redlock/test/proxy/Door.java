// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

/**
 * What happens to a new connection.
 */
enum Door
{
    OPEN,
    REFUSING,
    MUTE
}
