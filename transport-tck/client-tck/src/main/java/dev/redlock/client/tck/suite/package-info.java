// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a suite stands on: real servers, proxies before them, clients over the transport under test.
 */
package dev.redlock.client.tck.suite;
