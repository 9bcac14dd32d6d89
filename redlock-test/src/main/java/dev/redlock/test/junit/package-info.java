// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Extensions for JUnit Jupiter, 5.10 or newer. JUnit is an optional dependency: the application brings it, in
 * the version that it uses. Nothing outside this package needs it.
 */
package dev.redlock.test.junit;
