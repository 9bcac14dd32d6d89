// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer.dashboard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import com.google.gson.Gson;

/**
 * Our dashboard, as far as a picture needs it: records as the JSON has its objects.
 */
record Dashboard(String title, List<Panel> panels)
{
    static final Path FILE = Path.of("../../docs/grafana/redlock.json");

    static final String TIMES = "timeseries";
    static final String STATES = "state-timeline";

    record Panel(String type, String title, GridPos gridPos, FieldConfig fieldConfig, List<Target> targets)
    {
    }

    /**
     * In columns, of which a dashboard has 24, and rows.
     */
    record GridPos(int x, int y, int w, int h)
    {
    }

    record FieldConfig(Defaults defaults)
    {
    }

    record Defaults(String unit, Custom custom, Thresholds thresholds, List<Mapping> mappings)
    {
    }

    record Custom(double axisSoftMax)
    {
    }

    record Thresholds(List<Step> steps)
    {
    }

    /**
     * The first step has no value: it is what is below the others.
     */
    record Step(Double value, String color)
    {
    }

    record Mapping(Map<Integer, State> options)
    {
    }

    record State(String text, String color)
    {
    }

    record Target(String expr, String legendFormat)
    {
    }

    static Dashboard read() throws IOException
    {
        return new Gson().fromJson(Files.readString(FILE), Dashboard.class);
    }
}
