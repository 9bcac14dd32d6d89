// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import dev.redlock.client.tck.AdmissionFaults;

/**
 * Over clients of Lettuce that are this transport's own.
 */
class LettuceAdmissionFaultsTest extends AdmissionFaults
{
    LettuceAdmissionFaultsTest()
    {
        super(Lettuce.DEFAULT);
    }
}
