// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Declares the nodes of a list as one deployment, and takes such a declaration back. Knows how single nodes
 * are asked, and nothing of locks.
 * <p>
 * {@link dev.redlock.runtime.declaration.DeclarationDesk} is the way in; {@code client} makes one.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.runtime.declaration;
