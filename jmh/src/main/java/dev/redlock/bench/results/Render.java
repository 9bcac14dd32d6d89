// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import dev.redlock.bench.results.raw.Folder;

/**
 * Renders a folder of results from its raw data, and the documents around it if it lies in {@code
 * perf-results}: {@code java -cp jmh/target/benchmarks.jar dev.redlock.bench.results.Render FOLDER}.
 */
public final class Render
{
    private Render()
    {
    }

    /**
     * Renders.
     *
     * @param args the folder.
     * @throws IOException if the raw data cannot be read or the rendered files not be written.
     */
    public static void main(final String[] args) throws IOException
    {
        if (args.length != 1)
        {
            System.err.println("usage: Render FOLDER, such as perf-results/2026-11-21_1f7113d_2vcpu");
            System.exit(2);
        }
        final Path folder = Path.of(args[0]).toAbsolutePath().normalize();
        folder(folder);
        if (Rendering.hasDocuments(folder.getParent()))
        {
            write(Rendering.around(folder.getParent()));
        }
        else
        {
            System.out.println("rendered " + folder + " only: " + folder.getParent() +
                " is no directory of all results, with an index in its README.md");
        }
    }

    /**
     * Renders one folder and nothing around it.
     */
    static void folder(final Path path) throws IOException
    {
        final Folder folder = Folder.read(path);
        final List<PercentilePlot> plots = PercentilePlot.of(folder);
        write(Rendering.textsOf(folder, plots));
        draw(folder, plots);
    }

    /*
     * What shows these data already is left as it is: fonts differ from machine to machine.
     */
    private static void draw(final Folder folder, final List<PercentilePlot> plots) throws IOException
    {
        for (final Path wrong : Rendering.wrongPlots(folder, plots))
        {
            Files.deleteIfExists(wrong);
        }
        for (final PercentilePlot plot : plots)
        {
            final Path file = Files.createDirectories(Rendering.plotsOf(folder)).resolve(plot.file());
            if (!Files.exists(file))
            {
                Files.writeString(file, Svg.of(plot), UTF_8);
            }
        }
    }

    private static void write(final Map<Path, String> texts) throws IOException
    {
        for (final Map.Entry<Path, String> text : texts.entrySet())
        {
            Files.writeString(text.getKey(), text.getValue(), UTF_8);
        }
    }
}
