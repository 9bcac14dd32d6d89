// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * As docs/compatibility.md says: a program requires the core; what else there is the command line adds.
 */
module shop
{
    requires dev.redlock.core;
    requires dev.redlock.test;
}
