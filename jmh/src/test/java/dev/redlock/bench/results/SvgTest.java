// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;

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

    private List<PercentilePlot> plots() throws Exception
    {
        return PercentilePlot.of(folder);
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
        IntStream.range(0, found.getLength()).forEach((i) -> elements.add((Element)found.item(i)));

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

    private static List<Box> texts(final PercentilePlot plot) throws Exception
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

    @Test
    void shouldKeepTextsApartAndInsideThePicture() throws Exception
    {
        for (final PercentilePlot plot : plots())
        {
            final List<Box> texts = texts(plot);
            for (final Box text : texts)
            {
                assertThat(text.left).as("left of %s in %s", text, plot.file()).isNotNegative();
                assertThat(text.right).as("right of %s in %s", text, plot.file())
                    .isLessThan(PercentilePlot.WIDTH);
                assertThat(text.bottom).as("bottom of %s in %s", text, plot.file())
                    .isLessThan(PercentilePlot.HEIGHT);
                assertThat(texts.stream().filter(other -> other != text && other.overlaps(text)))
                    .as("texts on top of %s in %s", text, plot.file()).isEmpty();
            }
        }
    }

    @Test
    void shouldKeepTextsAsTexts() throws Exception
    {
        for (final PercentilePlot plot : plots())
        {
            assertThat(texts(plot)).as(plot.file()).hasSizeGreaterThan(4);
            assertThat(elements(Svg.of(plot), "path")).as("letters drawn in %s", plot.file())
                .noneMatch(path -> path.getAttribute("d").matches(".*[QC].*"));
            assertThat(elements(Svg.of(plot), "text")).allSatisfy(text ->
                assertThat(attribute(text, "font-family")).isEqualTo("sans-serif"));
        }
    }

    @Test
    void shouldDrawFewCurvesEachWithANameBesideAndOursInTheirColour() throws Exception
    {
        assertThat(plots()).isNotEmpty();
        for (final PercentilePlot plot : plots())
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
                assertThat(lines.get(curves - 1 - i).equals(rgb(PercentilePlot.OURS))).as(name)
                    .isEqualTo(name.startsWith("redlock-"));
            }
        }
    }

    @Test
    void shouldDrawTheSameBytesTwice() throws Exception
    {
        assertThat(plots()).extracting(Svg::of).isEqualTo(plots().stream().map(Svg::of).toList());
    }

    @Test
    void shouldStaySmall() throws Exception
    {
        plots().forEach((plot) -> assertThat(Svg.of(plot)).as(plot.file()).hasSizeLessThan(30_000));
    }
}
