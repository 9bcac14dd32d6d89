// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Set-ups that are refused, the words of the refusal, and that nothing stays of a client after its end.
 */
package dev.redlock.client.tck.ends;
