// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Owner tokens. {@link dev.redlock.runtime.tokens.CtrTokenSource} draws them;
 * {@link dev.redlock.runtime.tokens.OwnerTag} is what may be shown of one.
 * <p>
 * Knows nothing else of the runtime. {@code settings} names the source; who shows the owner of a lock asks
 * for its tag.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.runtime.tokens;
