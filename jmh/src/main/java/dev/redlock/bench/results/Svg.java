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

import static java.nio.charset.StandardCharsets.UTF_8;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws plots. The floor is grey; other colours can be told apart by the colour-blind and belong to a
 * contender's name, not to its place.
 */
final class Svg
{
    private static final int WIDTH = 860;
    private static final int HEIGHT = 440;
    private static final double TEN = 10;
    private static final double HUNDRED = 100;
    private static final double NEARLY = 1e-9;
    private static final Color GREY = new Color(0x80, 0x80, 0x80);
    private static final List<Color> COLOURS = List.of(
        new Color(0x00, 0x72, 0xB2), new Color(0xD5, 0x5E, 0x00),
        new Color(0x00, 0x9E, 0x73), new Color(0xCC, 0x79, 0xA7), new Color(0x56, 0xB4, 0xE9),
        new Color(0xE6, 0x9F, 0x00), new Color(0x88, 0x22, 0x55), new Color(0x44, 0x44, 0x44));
    private static final List<String> CONTENDERS = List.of("redlock-invoker", "redisson-redlock",
        "redlock-dedicated-yielding", "lettuce-by-hand", "redlock-dedicated-blocking", "curator-3",
        "jedis-by-hand", "spring-lockregistry-1", "redlock-dedicated", "redisson-rlock-1",
        "redlock-lettuce-invoker", "redlock-lettuce-dedicated", "lettuce-by-hand-batched");

    private static final Pattern LONG_NUMBER = Pattern.compile("-?\\d+\\.\\d{2,}(?:E-?\\d+)?");
    private static final String MARK = "<!-- data-sha256: ";

    private Svg()
    {
    }

    static String of(final Plot plot) throws IOException
    {
        final Chart<?, ?> chart = plot.kind() == Plot.Kind.BARS ? bars(plot) : curves(plot);
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        VectorGraphicsEncoder.saveVectorGraphic(chart, out, VectorGraphicsFormat.SVG);

        /* A tenth of a pixel is enough. */
        final String rounded = LONG_NUMBER.matcher(out.toString(UTF_8)).replaceAll(
            number -> String.format(Locale.ROOT, "%.1f", Double.parseDouble(number.group())));
        final String svg = SvgPath.compactAll(rounded.replace("\r\n", "\n"));

        return svg.stripTrailing() + "\n" + MARK + plot.hash() + " -->\n";
    }

    /**
     * The hash that a plot carries; empty if none.
     */
    static String hashIn(final String svg)
    {
        final int at = svg.lastIndexOf(MARK);

        return at < 0 ? "" : svg.substring(at + MARK.length()).split(" ")[0];
    }

    private static XYChart curves(final Plot plot)
    {
        final XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title(plot.title())
            .xAxisTitle("percentile").yAxisTitle("µs").build();
        style(chart.getStyler());
        chart.getStyler().setXAxisMin(0.0);
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setxAxisTickLabelsFormattingFunction(Svg::percentile);
        for (final Plot.Series series : plot.series())
        {
            final List<Double> decades = series.x().stream().map(Math::log10).toList();
            final XYSeries drawn = chart.addSeries(series.name(), decades, series.y());
            drawn.setMarker(SeriesMarkers.NONE);
            drawn.setLineColor(colour(series.name()));
            drawn.setLineStyle(new BasicStroke(series.name().startsWith("redlock-") ? 2.5f : 1.5f));
        }

        return chart;
    }

    private static CategoryChart bars(final Plot plot)
    {
        final CategoryChart chart = new CategoryChartBuilder().width(WIDTH).height(HEIGHT)
            .title(plot.title()).yAxisTitle("× floor").build();
        style(chart.getStyler());
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setYAxisMin(lowest(plot));
        chart.getStyler().setXAxisLabelRotation(30);
        chart.getStyler().setLabelsVisible(true);
        for (final Plot.Series series : plot.series())
        {
            chart.addSeries(series.name(), plot.labels(), new ArrayList<>(series.y()))
                .setFillColor(COLOURS.get(plot.series().indexOf(series)));
        }

        return chart;
    }

    /*
     * Bars begin at nothing, which a logarithmic axis does not have: a whole decade below the least.
     */
    private static double lowest(final Plot plot)
    {
        final double least = plot.series().stream().flatMap(series -> series.y().stream())
            .mapToDouble(Double::doubleValue).min().orElse(1);

        return Math.pow(TEN, Math.floor(Math.log10(Math.min(1, least))) - 1);
    }

    private static void style(final AxesChartStyler styler)
    {
        styler.setLocale(Locale.ROOT);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setAntiAlias(true);

        /* The library draws every dash of a line as a shape. */
        styler.setPlotGridLinesStroke(new BasicStroke(0.5f));
    }

    /*
     * The axis is linear in the logarithm: 0 is the minimum, 1 is 90 %, 2 is 99 %. Between them there are as
     * many digits as two labels need to differ, because the library looks for other ticks as long as they do
     * not.
     */
    private static String percentile(final double decades)
    {
        final boolean isWhole = Math.abs(decades - Math.rint(decades)) < NEARLY;
        final int digits = Math.max(0, (int)Math.ceil(decades - NEARLY) - (isWhole ? 2 : 0));
        final double percent = HUNDRED - HUNDRED / Math.pow(TEN, decades);

        return String.format(Locale.ROOT, "%." + digits + "f %%", percent);
    }

    private static Color colour(final String name)
    {
        if (name.startsWith("floor-"))
        {
            return "floor-c".equals(name) ? GREY : Color.LIGHT_GRAY;
        }
        final int known = CONTENDERS.indexOf(name);

        return COLOURS.get((known < 0 ? CONTENDERS.size() : known) % COLOURS.size());
    }
}
