// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;

import org.jfree.chart.plot.CombinedDomainCategoryPlot;
import org.jfree.chart.plot.XYPlot;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * What can be read in a plot, measured in its SVG.
 */
class SvgTest
{
    /*
     * Broader than a letter of any of the fonts that a plot asks for is on average.
     */
    private static final double LETTER_BY_SIZE = 0.57;
    private static final Set<String> BARS =
        Set.of(rgb(Look.OURS), rgb(Look.FLOOR), rgb(Look.OTHERS), rgb(Look.OTHERS_TOO));

    @TempDir
    private Path root;

    private Folder folder;

    @BeforeEach
    void readTheSample() throws Exception
    {
        folder = Folder.read(Sample.in(root).folder());
    }

    private record Box(String text, double left, double right, double top, double bottom)
    {
        boolean overlaps(final Box other)
        {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }
    }

    private List<Plot> plots() throws Exception
    {
        final List<Plot> plots = new ArrayList<>(Plots.of(folder));
        plots.add(crowded());

        return plots;
    }

    private List<Plot> bars() throws Exception
    {
        return plots().stream()
            .filter(plot -> plot.chart().getPlot() instanceof CombinedDomainCategoryPlot).toList();
    }

    private List<Plot> curves() throws Exception
    {
        return plots().stream().filter(plot -> plot.chart().getPlot() instanceof XYPlot).toList();
    }

    /*
     * Long names, values of all sizes, ratios to both sides, a value that is missing.
     */
    private static Plot crowded()
    {
        final List<Color> colours = List.of(Look.OURS, Look.FLOOR, Look.OTHERS);
        final List<String> names = List.of("redlock-", "floor-", "another-");
        final List<Bars.Row> rows = new ArrayList<>();
        final List<Spread> spreads = new ArrayList<>();
        for (int i = 0; i < 14; i++)
        {
            rows.add(new Bars.Row(names.get(i % 3) + "of-a-long-name-" + i, colours.get(i % 3)));
            final double value = Math.pow(10, i - 4) * 1.26;
            spreads.add(i == 13 ? Spread.unmeasured() : Spread.ofRounds(value / 3, value, value * 5));
        }
        final List<Bars.Panel> panels = new ArrayList<>();
        for (final Scale.Kind kind : Scale.Kind.values())
        {
            panels.add(new Bars.Panel(kind.name(), Scale.of(kind, spreads), spreads.stream()
                .map(spread -> new Bars.Bar(spread, Numbers.ratio(spread.value()))).toList()));
        }
        final Bars bars = new Bars(rows, panels);

        return new Plot("s", "s", "s.svg", bars.chart("s"), bars.height());
    }

    private static List<String> names(final Plot plot)
    {
        final List<String> names = new ArrayList<>();
        for (final Object name : ((CombinedDomainCategoryPlot)plot.chart().getPlot()).getCategories())
        {
            names.add((String)name);
        }

        return names;
    }

    private static String rgb(final Color colour)
    {
        return String.format(
            Locale.ROOT, "rgb(%d,%d,%d)", colour.getRed(), colour.getGreen(), colour.getBlue());
    }

    private static List<Element> elements(final String svg, final String name) throws Exception
    {
        final DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        final NodeList found = factory.newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(UTF_8))).getElementsByTagName(name);
        final List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++)
        {
            elements.add((Element)found.item(i));
        }

        return elements;
    }

    /*
     * Of the element, or of those around it.
     */
    private static String attribute(final Element element, final String name)
    {
        Node node = element;
        while (!((Element)node).hasAttribute(name))
        {
            node = node.getParentNode();
        }

        return ((Element)node).getAttribute(name);
    }

    private static double number(final Element element, final String name)
    {
        return Double.parseDouble(attribute(element, name).replace("px", ""));
    }

    private static List<Box> texts(final Plot plot) throws Exception
    {
        return elements(Svg.of(plot), "text").stream().map(SvgTest::text).toList();
    }

    private static Box text(final Element text)
    {
        final double size = number(text, "font-size");
        final String content = text.getTextContent().strip();
        final double left = number(text, "x");
        final double base = number(text, "y");

        return new Box(content, left, left + content.length() * size * LETTER_BY_SIZE, base - size * 0.75,
            base + size * 0.2);
    }

    private static List<Element> bars(final Plot plot) throws Exception
    {
        return elements(Svg.of(plot), "rect").stream()
            .filter(rect -> BARS.contains(attribute(rect, "fill"))).toList();
    }

    private static Box box(final Element bar)
    {
        final double left = number(bar, "x");
        final double top = number(bar, "y");

        return new Box("bar", left, left + number(bar, "width"), top, top + number(bar, "height"));
    }

    @Test
    void shouldKeepTextsApartAndInsideThePicture() throws Exception
    {
        for (final Plot plot : plots())
        {
            final List<Box> texts = texts(plot);
            for (final Box text : texts)
            {
                assertThat(text.left).as("left of %s in %s", text, plot.file()).isNotNegative();
                assertThat(text.right).as("right of %s in %s", text, plot.file()).isLessThan(Look.WIDTH);
                assertThat(text.bottom).as("bottom of %s in %s", text, plot.file())
                    .isLessThan(plot.height());
                assertThat(texts.stream().filter(other -> other != text && other.overlaps(text)))
                    .as("texts on top of %s in %s", text, plot.file()).isEmpty();
            }
        }
    }

    @Test
    void shouldKeepTextsAsTexts() throws Exception
    {
        for (final Plot plot : plots())
        {
            assertThat(texts(plot)).as(plot.file()).hasSizeGreaterThan(4);
            assertThat(elements(Svg.of(plot), "path")).as("letters drawn in %s", plot.file())
                .noneMatch(path -> path.getAttribute("d").matches(".*[QC].*"));
            assertThat(elements(Svg.of(plot), "text")).allSatisfy(text ->
                assertThat(attribute(text, "font-family")).isEqualTo("sans-serif"));
        }
    }

    @Test
    void shouldWriteValuesBesideTheirBars() throws Exception
    {
        for (final Plot plot : bars())
        {
            assertThat(bars(plot)).as("bars of %s", plot.file()).hasSizeGreaterThanOrEqualTo(2);
            final List<Box> texts = texts(plot);
            for (final Element bar : bars(plot))
            {
                assertThat(texts).as("texts in a bar of %s", plot.file()).noneMatch(box(bar)::overlaps);
            }
        }
    }

    @Test
    void shouldGiveEachContenderARowWithItsName() throws Exception
    {
        for (final Plot plot : bars())
        {
            final List<String> names = names(plot);
            final List<String> found = texts(plot).stream().filter(text -> names.contains(text.text))
                .sorted(Comparator.comparing(Box::top)).map(Box::text).toList();

            assertThat(found).containsExactlyElementsOf(names).doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldDrawOnlyOursInItsColourInEveryPlot() throws Exception
    {
        for (final Plot plot : bars())
        {
            final List<Box> names =
                texts(plot).stream().filter(text -> names(plot).contains(text.text)).toList();
            for (final Element bar : bars(plot))
            {
                final Box box = box(bar);
                final String name = names.stream().min(Comparator.comparingDouble(
                    text -> Math.abs(text.top + text.bottom - box.top - box.bottom))).orElseThrow().text;

                assertThat(attribute(bar, "fill")).as("%s in %s", name, plot.file())
                    .isEqualTo(rgb(name.startsWith("redlock-") ? Look.OURS :
                    name.startsWith("floor-") ? Look.FLOOR : Look.OTHERS));
            }
        }
    }

    @Test
    void shouldDrawFewCurvesEachWithANameBesideAndOursInTheirColour() throws Exception
    {
        assertThat(curves()).isNotEmpty();
        for (final Plot plot : curves())
        {
            final XYPlot drawn = (XYPlot)plot.chart().getPlot();
            final int curves = drawn.getSeriesCount();
            // The first is drawn last, on top.
            final List<String> lines = elements(Svg.of(plot), "path").stream()
                .filter(path -> path.getAttribute("d").split("L").length > 10)
                .map(path -> attribute(path, "stroke")).toList();

            assertThat(curves).isBetween(2, 5);
            assertThat(lines).hasSize(curves);
            for (int i = 0; i < curves; i++)
            {
                final String name = drawn.getDataset().getSeriesKey(i).toString();
                assertThat(texts(plot)).filteredOn(text -> text.text.equals(name)).hasSize(1);
                assertThat(lines.get(curves - 1 - i).equals(rgb(Look.OURS))).as(name)
                    .isEqualTo(name.startsWith("redlock-"));
            }
        }
    }

    @Test
    void shouldDrawTheSameBytesTwice() throws Exception
    {
        final List<String> once = new ArrayList<>();
        for (final Plot plot : List.of(crowded(), curves().get(0)))
        {
            once.add(Svg.of(plot));
        }

        assertThat(Svg.of(crowded())).isEqualTo(once.get(0));
        assertThat(Svg.of(curves().get(0))).isEqualTo(once.get(1));
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
