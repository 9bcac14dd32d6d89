// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Words for people: durations as they are read, what others have said made safe to print, and the failures of
 * sockets. Everything may know it; it knows nothing of ours.
 * <p>
 * Internal: may change in any release.
 */
@NullMarked
package dev.redlock.text;

import org.jspecify.annotations.NullMarked;
