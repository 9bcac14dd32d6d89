// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

/**
 * What workers were told, counted.
 */
final class Operations
{
    private int acquired;
    private int denied;
    private int extended;
    private int released;
    private int lost;

    void acquired()
    {
        acquired++;
    }

    void denied()
    {
        denied++;
    }

    void extended()
    {
        extended++;
    }

    void released()
    {
        released++;
    }

    void lost()
    {
        lost++;
    }

    int acquisitions()
    {
        return acquired;
    }

    /**
     * Operations that were asked for and answered.
     */
    int count()
    {
        return acquired + denied + extended + released;
    }

    @Override
    public String toString()
    {
        return acquired + " acquired, " + denied + " denied, " + extended + " extended, " + released +
            " released, " + lost + " lost";
    }
}
