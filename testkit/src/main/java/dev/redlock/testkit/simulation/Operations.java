/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.testkit.simulation;

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
