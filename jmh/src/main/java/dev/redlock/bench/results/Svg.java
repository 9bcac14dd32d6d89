// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.awt.Dimension;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.io.IOException;
import java.io.StringWriter;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.w3c.dom.Document;

/**
 * A chart as SVG: texts stay texts, and the same chart is the same bytes.
 */
final class Svg
{
    private static final String NAMESPACE = "http://www.w3.org/2000/svg";

    private Svg()
    {
    }

    static String of(final PercentilePlot plot)
    {
        final Dimension size = new Dimension(PercentilePlot.WIDTH, PercentilePlot.HEIGHT);
        final Canvas canvas = new Canvas(document());
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

    /**
     * Measures texts without the fonts of this machine, and cuts nothing off.
     */
    private static final class Canvas extends SVGGraphics2D
    {
        private Canvas(final Document document)
        {
            super(context(document), false);
        }

        private static SVGGeneratorContext context(final Document document)
        {
            final SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
            final SVGGeneratorContext.GraphicContextDefaults defaults =
                new SVGGeneratorContext.GraphicContextDefaults();
            defaults.setFont(PercentilePlot.TEXT);
            context.setGraphicContextDefaults(defaults);
            context.setComment(null);
            context.setPrecision(1);

            return context;
        }

        @Override
        public FontMetrics getFontMetrics(final Font font)
        {
            return ((Letters)font).metrics();
        }

        @Override
        public void clip(final Shape unused)
        {
        }

        @Override
        public void setClip(final Shape unused)
        {
        }

        @Override
        public void setRenderingHint(final RenderingHints.Key unused, final Object value)
        {
        }
    }
}
