// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.Redlock;
import dev.redlock.transport.lettuce.LettuceTransportProvider;
import dev.redlock.transport.netty.NettyTransportProvider;
import dev.redlock.transport.resp.RespDecoder;

/**
 * Who writes properties is told of properties, at the start and later: by the log, by exceptions, by health.
 */
class BuilderWordsTest
{
    /*
     * Settings of the builder, of locks and of the command line for which there is a property. What stands
     * with a colon or a number before the value is a complaint of the builder: the start translates it.
     */
    private static final Map<String, String> PROPERTIES = Map.ofEntries(
        Map.entry("assumeNodesFresh", "redlock.assume-nodes-fresh"),
        Map.entry("--assume-nodes-fresh", "redlock.assume-nodes-fresh"),
        Map.entry("startWithoutQuorum", "redlock.start-without-quorum"),
        Map.entry("RedlockBuilder.quorum", "redlock.quorum"),
        Map.entry("--quorum", "redlock.quorum"),
        Map.entry("longestTtl", "redlock.longest-ttl"),
        Map.entry("--longest-ttl", "redlock.longest-ttl"),
        Map.entry("withTtl", "redlock.ttl"),
        Map.entry("withAutoExtend", "redlock.auto-extend"),
        Map.entry("minNodeTimeout", "redlock.min-node-timeout"),
        Map.entry("maxNodeTimeout", "redlock.max-node-timeout"),
        Map.entry("connectTimeout", "redlock.connect-timeout"),
        Map.entry("startTimeout", "redlock.start-timeout"),
        Map.entry("closeTimeout", "redlock.close-timeout"),
        Map.entry("keyPrefix", "redlock.key-prefix"),
        Map.entry("--nodes-file", "redlock.password"),
        Map.entry("--tls-ca", "redlock.ssl.bundle"));

    private static final Pattern SENTENCE = Pattern.compile(" \\S+ ");
    private static final Pattern OF_THE_BUILDER =
        Pattern.compile("^\\S* ?(?:is|must) |, which is \\u0001$|^ but must not be ");

    @Test
    void shouldNameThePropertyWhereverAMessageNamesASetting() throws IOException
    {
        final Set<String> messages = new TreeSet<>();
        for (final Class<?> type : List.of(Redlock.class, RespDecoder.class, NettyTransportProvider.class,
            LettuceTransportProvider.class))
        {
            messages.addAll(constantsBeside(type));
        }
        final List<String> named = new ArrayList<>();
        final List<String> unnamed = new ArrayList<>();
        for (final String message : messages)
        {
            for (final Map.Entry<String, String> setting : PROPERTIES.entrySet())
            {
                final boolean isTold = SENTENCE.matcher(message).find() &&
                    Pattern.compile("(?<![\\w-])" + setting.getKey() + "(?![\\w-])").matcher(message).find();
                if (isTold && !OF_THE_BUILDER.matcher(message).find())
                {
                    (message.contains(setting.getValue()) ? named : unnamed)
                        .add(setting.getKey() + ": " + message);
                }
            }
        }

        assertThat(unnamed).isEmpty();
        assertThat(named).as("it looks into the messages").hasSizeGreaterThanOrEqualTo(15);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "raise maxNodeTimeout (in Spring Boot redlock.max-node-timeout), or find out -> " +
            "raise redlock.max-node-timeout, or find out",
        "build with assumeNodesFresh() (in Spring Boot redlock.assume-nodes-fresh=true) -> " +
            "build with redlock.assume-nodes-fresh=true",
        "by RedlockBuilder.defaults(LockOptions.DEFAULT.withTtl(...)) (in Spring Boot redlock.ttl); x -> " +
            "by redlock.ttl; x",
        "raise RedlockBuilder.maxLocks -> raise RedlockBuilder.maxLocks"})
    void shouldLeaveOutTheBuilderWhereOnlyPropertiesAreKnown(final String example)
    {
        final String[] sides = example.split(" -> ");
        assertThat(BuilderWords.translate(sides[0])).isEqualTo(sides[1]);
    }

    private static Set<String> constantsBeside(final Class<?> type) throws IOException
    {
        final Path place = Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
        if (Files.isDirectory(place))
        {
            return constantsUnder(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place))
        {
            return constantsUnder(jar.getPath("/"));
        }
    }

    private static Set<String> constantsUnder(final Path folder) throws IOException
    {
        final Set<String> constants = new TreeSet<>();
        try (Stream<Path> files = Files.walk(folder))
        {
            for (final Path file : files.filter((any) -> any.toString().endsWith(".class")).toList())
            {
                try (InputStream bytes = Files.newInputStream(file))
                {
                    addConstants(new DataInputStream(bytes), constants);
                }
            }
        }

        return constants;
    }

    /*
     * The pool of constants of a class file: texts, and what has no text by its length.
     */
    private static void addConstants(final DataInputStream file, final Set<String> to) throws IOException
    {
        file.readLong();
        final int count = file.readUnsignedShort();
        int next = 1;
        while (next < count)
        {
            final int tag = file.readUnsignedByte();
            switch (tag)
            {
                case 1 -> to.add(file.readUTF());
                case 3, 4, 9, 10, 11, 12, 17, 18 -> file.readInt();
                case 5, 6 -> file.readLong();
                case 15 -> file.skipNBytes(3);
                default -> file.readUnsignedShort();
            }
            next += tag == 5 || tag == 6 ? 2 : 1;
        }
    }
}
