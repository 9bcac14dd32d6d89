// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission.login;

import dev.redlock.spi.address.Credentials;

/**
 * Credentials that others may replace between two questions: user and password are read together.
 */
public interface PairedCredentials extends Credentials
{
    /**
     * User and password of one time.
     *
     * @return that do not change.
     */
    Credentials pair();
}
