// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.font.FontRenderContext;
import java.awt.font.LineMetrics;

/**
 * A sans-serif font whose letters are equally wide on every machine, even on one without fonts. A picture is
 * laid out by them, so that it is the same bytes everywhere; the viewer uses a font of its own.
 */
final class Letters extends Font
{
    private static final long serialVersionUID = 1;

    private static final String NARROW = " .,:;|!'()[]ijlrtf-";
    private static final String WIDE = "mwMW%µ×";
    private static final double NARROW_WIDTH = 0.42;
    private static final double MIDDLE_WIDTH = 0.66;
    private static final double WIDE_WIDTH = 0.95;
    private static final double BOLDER = 1.07;
    private static final float ASCENT = 0.75f;
    private static final float DESCENT = 0.25f;

    private Letters(final int style, final int size)
    {
        super(SANS_SERIF, style, size);
    }

    static Letters plain(final int size)
    {
        return new Letters(PLAIN, size);
    }

    static Letters bold(final int size)
    {
        return new Letters(BOLD, size);
    }

    /**
     * How wide a text is in most fonts, or a bit more.
     */
    double width(final String text)
    {
        return text.chars().mapToDouble(this::width).sum();
    }

    private double width(final int letter)
    {
        final double width = NARROW.indexOf(letter) >= 0 ? NARROW_WIDTH :
            WIDE.indexOf(letter) >= 0 ? WIDE_WIDTH : MIDDLE_WIDTH;

        return width * getSize() * (isBold() ? BOLDER : 1);
    }

    FontMetrics metrics()
    {
        return new Metrics(this);
    }

    @Override
    public LineMetrics getLineMetrics(final String text, final FontRenderContext unused)
    {
        return new Line(text.length(), getSize());
    }

    private static final class Metrics extends FontMetrics
    {
        private static final long serialVersionUID = 1;

        private final Letters letters;

        private Metrics(final Letters letters)
        {
            super(letters);
            this.letters = letters;
        }

        @Override
        public int getAscent()
        {
            return Math.round(ASCENT * letters.getSize());
        }

        @Override
        public int getDescent()
        {
            return Math.round(DESCENT * letters.getSize());
        }

        @Override
        public int stringWidth(final String text)
        {
            return (int)Math.ceil(letters.width(text));
        }
    }

    private static final class Line extends LineMetrics
    {
        private final int length;
        private final float size;

        private Line(final int length, final float size)
        {
            this.length = length;
            this.size = size;
        }

        @Override
        public int getNumChars()
        {
            return length;
        }

        @Override
        public float getAscent()
        {
            return ASCENT * size;
        }

        @Override
        public float getDescent()
        {
            return DESCENT * size;
        }

        @Override
        public float getLeading()
        {
            return 0;
        }

        @Override
        public float getHeight()
        {
            return size;
        }

        @Override
        public int getBaselineIndex()
        {
            return ROMAN_BASELINE;
        }

        @Override
        public float[] getBaselineOffsets()
        {
            return new float[3];
        }

        @Override
        public float getStrikethroughOffset()
        {
            return 0;
        }

        @Override
        public float getStrikethroughThickness()
        {
            return 1;
        }

        @Override
        public float getUnderlineOffset()
        {
            return 0;
        }

        @Override
        public float getUnderlineThickness()
        {
            return 1;
        }
    }
}
