// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.other;

import dev.redlock.spring.boot.Locked;

/**
 * Has a method that a subclass in another package does not see, nor a proxy of that.
 */
public class HiddenBase
{
    @Locked(name = "hidden")
    void work()
    {
    }
}
