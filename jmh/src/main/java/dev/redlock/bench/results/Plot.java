// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import org.jfree.chart.JFreeChart;

/**
 * A picture of a scenario.
 *
 * @param scenario that it belongs to.
 * @param title    above it.
 * @param file     name of it, without directory.
 * @param chart    what is drawn.
 * @param height   in pixels; all are equally wide.
 */
record Plot(String scenario, String title, String file, JFreeChart chart, int height)
{
}
