// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a client is set to, and which transport it takes. {@link dev.redlock.runtime.settings.ClientSettings}
 * checks it, and makes of it what is asked for further down: the configuration of an engine, the rules of
 * admission, the context of a transport.
 * <p>
 * The builder of the package {@code dev.redlock} writes settings. Each engine has its own copy, which does
 * not change.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.runtime.settings;
