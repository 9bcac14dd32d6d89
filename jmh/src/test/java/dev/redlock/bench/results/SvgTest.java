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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * What can be read in a plot, measured in its SVG.
 */
class SvgTest
{
    /*
     * Broader than a letter of any of the fonts that a plot asks for is on average.
     */
    private static final double LETTER_BY_SIZE = 0.6;
    private static final double WIDTH = 920;

    @TempDir
    private Path root;

    private record Box(String text, double left, double right, double top, double bottom)
    {
        boolean overlaps(final Box other)
        {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }
    }

    private List<Plot> plots() throws Exception
    {
        final List<Plot> plots = new ArrayList<>(Plots.of(Folder.read(Sample.in(root).folder())));
        plots.add(crowded());

        return plots;
    }

    /*
     * Long names, values of all sizes, ratios to both sides, a value that is missing.
     */
    private static Plot crowded()
    {
        final List<Plot.Row> rows = new ArrayList<>();
        final List<Spread> spreads = new ArrayList<>();
        for (int i = 0; i < 14; i++)
        {
            rows.add(new Plot.Row("a-contender-with-long-name-" + i, Plot.Side.values()[i % 3]));
            final double value = Math.pow(10, i - 4) * 1.26;
            spreads.add(i == 13 ? Spread.unmeasured() : Spread.ofRounds(value / 3, value, value * 5));
        }
        final List<Plot.Panel> panels = new ArrayList<>();
        for (final Axis.Kind kind : Axis.Kind.values())
        {
            panels.add(new Plot.Panel(kind.name(), Axis.of(kind, spreads), spreads.stream()
                .map(spread -> new Plot.Bar(spread, Numbers.ratio(spread.value()))).toList()));
        }

        return new Plot("s", "s", "s.svg", rows, panels);
    }

    private static List<Element> elements(final String svg, final String name) throws Exception
    {
        final NodeList found = DocumentBuilderFactory.newInstance().newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
            .getElementsByTagName(name);
        final List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++)
        {
            elements.add((Element)found.item(i));
        }

        return elements;
    }

    private static List<Box> texts(final String svg) throws Exception
    {
        return elements(svg, "text").stream().map(SvgTest::box).toList();
    }

    private static Box box(final Element text)
    {
        final double size = text.hasAttribute("font-size") ? number(text, "font-size") : 12;
        final double width = text.getTextContent().length() * size * LETTER_BY_SIZE;
        final double x = number(text, "x");
        final double left = switch (text.getAttribute("text-anchor"))
        {
            case "end" -> x - width;
            case "middle" -> x - width / 2;
            default -> x;
        };

        return new Box(text.getTextContent(), left, left + width, number(text, "y") - size * 0.75,
            number(text, "y") + size * 0.2);
    }

    private static double number(final Element element, final String attribute)
    {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    @Test
    void shouldKeepTextsApartAndInsideThePicture() throws Exception
    {
        for (final Plot plot : plots())
        {
            final List<Box> texts = texts(Svg.of(plot));
            for (final Box text : texts)
            {
                assertThat(text.left).as("left of %s in %s", text, plot.file()).isNotNegative();
                assertThat(text.right).as("right of %s in %s", text, plot.file()).isLessThan(WIDTH);
                assertThat(texts.stream().filter(other -> other != text && other.overlaps(text)))
                    .as("texts on top of %s in %s", text, plot.file()).isEmpty();
            }
        }
    }

    @Test
    void shouldWriteValuesBesideTheirBars() throws Exception
    {
        for (final Plot plot : plots())
        {
            final String svg = Svg.of(plot);
            for (final Element bar : elements(svg, "rect").subList(1, elements(svg, "rect").size()))
            {
                final double left = number(bar, "x");
                final double top = number(bar, "y");
                final Box box = new Box("bar", left, left + number(bar, "width"), top,
                    top + number(bar, "height"));

                assertThat(texts(svg)).as("texts in a bar of %s", plot.file()).noneMatch(box::overlaps);
            }
        }
    }

    @Test
    void shouldGiveEachContenderARowWithItsName() throws Exception
    {
        for (final Plot plot : plots())
        {
            final List<String> names = texts(Svg.of(plot)).stream().filter(text -> plot.rows().stream()
                .anyMatch(row -> row.name().equals(text.text))).sorted(Comparator.comparing(Box::top))
                .map(Box::text).toList();

            assertThat(names).containsExactlyElementsOf(
                plot.rows().stream().map(Plot.Row::name).toList()).doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldDrawOursInTheSameColourInEveryPlotAndNobodyElse() throws Exception
    {
        final Map<Plot.Side, List<String>> colours = new TreeMap<>();
        for (final Plot plot : plots())
        {
            final Map<Double, Plot.Side> sides = new TreeMap<>();
            final List<Box> texts = texts(Svg.of(plot));
            plot.rows().forEach(row -> sides.put(texts.stream()
                .filter(text -> text.text.equals(row.name())).findFirst().orElseThrow().top, row.side()));
            final List<Element> bars = elements(Svg.of(plot), "rect");
            for (final Element bar : bars.subList(1, bars.size()))
            {
                final double middle = number(bar, "y") + number(bar, "height") / 2;
                final Plot.Side side = sides.entrySet().stream().min(Comparator.comparingDouble(
                    row -> Math.abs(row.getKey() - middle))).orElseThrow().getValue();
                colours.computeIfAbsent(side, unused -> new ArrayList<>()).add(bar.getAttribute("fill"));
            }
        }

        assertThat(colours).hasSize(Plot.Side.values().length);
        assertThat(colours.values()).allSatisfy(fills -> assertThat(fills).containsOnly(fills.get(0)));
        assertThat(colours.values().stream().map(fills -> fills.get(0)).collect(Collectors.toSet()))
            .hasSize(colours.size());
    }

    @Test
    void shouldStaySmall() throws Exception
    {
        for (final Plot plot : plots())
        {
            assertThat(Svg.of(plot)).as(plot.file()).hasSizeLessThan(30_000);
        }
    }
}
