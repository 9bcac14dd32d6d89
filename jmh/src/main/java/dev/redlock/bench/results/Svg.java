// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.awt.Dimension;
import java.awt.Rectangle;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.w3c.dom.Document;

import dev.redlock.bench.results.raw.PercentileTable;

/**
 * A chart as SVG. It is laid out by the fonts of this machine, so that other machines draw other bytes; what
 * it is drawn from is marked in it.
 */
final class Svg
{
    private static final String NAMESPACE = "http://www.w3.org/2000/svg";

    static
    {
        // A display need not be reachable; the fonts are looked up without.
        System.setProperty("java.awt.headless", "true");
    }

    private Svg()
    {
    }

    /**
     * Whether a file shows these data, in this or an earlier layout. Does not draw.
     */
    static boolean isIn(final Path file, final PercentilePlot plot) throws IOException
    {
        return Files.exists(file) && Files.readString(file, UTF_8).contains(mark(plot));
    }

    /*
     * Of the names and the bits of all points, as newer JDKs print numbers otherwise.
     */
    private static String mark(final PercentilePlot plot)
    {
        final StringBuilder data = new StringBuilder(plot.title());
        for (final PercentilePlot.Curve curve : plot.curves())
        {
            data.append('\n').append(curve.name());
            for (final PercentileTable.Point point : curve.points())
            {
                data.append(' ').append(Double.doubleToLongBits(point.inverse()))
                    .append(' ').append(Double.doubleToLongBits(point.micros()));
            }
        }

        return "data " + UUID.nameUUIDFromBytes(data.toString().getBytes(UTF_8));
    }

    /**
     * Draws, which takes the fonts of this machine.
     */
    static String of(final PercentilePlot plot)
    {
        final Dimension size = new Dimension(PercentilePlot.WIDTH, PercentilePlot.HEIGHT);
        final SVGGraphics2D canvas = new SVGGraphics2D(context(plot), false);
        canvas.setSVGCanvasSize(size);
        plot.chart().draw(canvas, new Rectangle(size));
        final StringWriter out = new StringWriter();
        try
        {
            canvas.stream(out, false);
        }
        catch (final IOException exception)
        {
            throw new IllegalStateException("a plot in memory cannot be written", exception);
        }

        return out.toString().replace(System.lineSeparator(), "\n");
    }

    private static SVGGeneratorContext context(final PercentilePlot plot)
    {
        final SVGGeneratorContext context = SVGGeneratorContext.createDefault(document());
        context.setComment(mark(plot));
        context.setPrecision(1);

        return context;
    }

    private static Document document()
    {
        try
        {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().getDOMImplementation()
                .createDocument(NAMESPACE, "svg", null);
        }
        catch (final ParserConfigurationException exception)
        {
            throw new IllegalStateException("this JDK makes no XML documents", exception);
        }
    }
}
