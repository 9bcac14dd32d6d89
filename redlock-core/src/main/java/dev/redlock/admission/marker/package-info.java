// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What all clients of some nodes must agree on, and how nodes keep it: the declaration of a deployment, the
 * marker of a node's incarnation with its text, and what a client expects of it. Reads and writes no node.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.admission.marker;
