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
