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
package dev.redlock.bench.results;

import java.util.List;

/**
 * What a picture shows, before it is drawn: a row for each contender, a panel for each figure, a bar where
 * they meet.
 *
 * @param scenario that it belongs to.
 * @param title    above it.
 * @param file     name of it, without directory.
 * @param rows     from top to bottom.
 * @param panels   from left to right.
 */
record Plot(String scenario, String title, String file, List<Row> rows, List<Panel> panels)
{
    /**
     * Whose row it is, which decides its colour.
     */
    enum Side
    {
        OURS,
        FLOOR,
        OTHERS
    }

    /**
     * What stands at the left of a row.
     */
    record Row(String name, Side side)
    {
    }

    /**
     * One figure of all rows.
     *
     * @param title above it.
     * @param axis  of its values.
     * @param bars  one for each row.
     */
    record Panel(String title, Axis axis, List<Bar> bars)
    {
    }

    /**
     * One value.
     *
     * @param spread what was measured, perhaps nothing, and the range of the rounds.
     * @param text   of the value.
     */
    record Bar(Spread spread, String text)
    {
    }
}
