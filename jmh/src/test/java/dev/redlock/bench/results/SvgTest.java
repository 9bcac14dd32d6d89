// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.font.FontRenderContext;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

import dev.redlock.bench.results.raw.Folder;

/**
 * What a plot shows, on a machine with fonts.
 */
class SvgTest
{
    @TempDir
    private Path root;

    private List<PercentilePlot> plots;

    @BeforeEach
    void readTheSample() throws Exception
    {
        Assumptions.assumeTrue(hasFonts(), "there is no font on this machine, so nothing is drawn");
        plots = PercentilePlot.of(Folder.read(Sample.in(root).folder()));
    }

    private static boolean hasFonts()
    {
        try
        {
            return PercentilePlot.TEXT.getStringBounds("x", new FontRenderContext(null, false, false))
                .getWidth() > 0;
        }
        catch (final RuntimeException | Error ex)
        {
            return false;
        }
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

    @Test
    void shouldDrawFewCurvesEachInItsColourWithItsNameAsText() throws Exception
    {
        assertThat(plots).isNotEmpty();
        for (final PercentilePlot plot : plots)
        {
            final String svg = Svg.of(plot);
            assertThat(svg).hasSizeLessThan(30_000);
            assertThat(plot.curves()).hasSizeBetween(2, 5);
            assertThat(elements(svg, "path").stream()
                .filter((path) -> path.getAttribute("d").split("L").length > 10)
                .map((path) -> attribute(path, "stroke")))
                .containsExactlyInAnyOrderElementsOf(
                    plot.curves().stream().map((curve) -> rgb(curve.colour())).toList());
            assertThat(elements(svg, "text").stream().map((text) -> text.getTextContent().strip()))
                .contains(plot.title(), "90%", "99%")
                .containsAll(plot.curves().stream().map(PercentilePlot.Curve::name).toList());
        }
    }

    @Test
    void shouldMarkTheDataThatAPlotShows() throws Exception
    {
        final PercentilePlot plot = plots.get(0);
        final Path file = Files.writeString(root.resolve("plot.svg"), Svg.of(plot));
        final PercentilePlot fewer =
            new PercentilePlot(plot.scenario(), plot.curves().subList(1, plot.curves().size()));

        assertThat(Svg.isIn(file, plot)).isTrue();
        assertThat(Svg.isIn(file, fewer)).isFalse();
        assertThat(Svg.isIn(root.resolve("none.svg"), plot)).isFalse();
    }
}
