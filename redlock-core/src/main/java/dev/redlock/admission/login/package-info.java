// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Who we are to a node: the user and password of a connection, and the name that its operators see.
 * <p>
 * Internal: may change in any release.
 */
package dev.redlock.admission.login;
