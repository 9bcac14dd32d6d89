// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A client's figures for Micrometer: {@link dev.redlock.micrometer.RedlockMeters} binds all that the client
 * counts and measures by itself, and {@link dev.redlock.micrometer.NamedLock} times what an application does
 * with one kind of lock, under a name that the application gives.
 *
 * @serial exclude
 */
@NullMarked
package dev.redlock.micrometer;

import org.jspecify.annotations.NullMarked;
