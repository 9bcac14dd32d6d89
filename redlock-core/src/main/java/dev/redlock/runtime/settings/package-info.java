// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a client is set to, and which transport it takes. {@link dev.redlock.runtime.settings.ClientSettings}
 * makes of it what is asked for further down: the rules of admission, the context of a transport.
 * <p>
 * The builder of the package {@code dev.redlock} fills in a draft of it. Each engine has a record of its own.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.runtime.settings;
