// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A shop that sells stock under {@code @Locked}. Copy {@link shop.Stock} and {@link shop.Shop}; the rest is
 * there to try them.
 */
package shop;
