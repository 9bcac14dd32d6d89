// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.mutants;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles sources that are in memory, against the class path of the tests, into memory.
 */
final class SourceCompiler
{
    private SourceCompiler()
    {
    }

    /**
     * Compiles.
     *
     * @param sources text by file.
     * @return bytes by the name of the class.
     */
    static Map<String, byte[]> compile(final Map<String, String> sources)
    {
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final DiagnosticCollector<JavaFileObject> complaints = new DiagnosticCollector<>();
        final List<JavaFileObject> units = new ArrayList<>();
        sources.forEach((file, text) -> units.add(new Source(file, text)));
        try (Memory memory = new Memory(compiler.getStandardFileManager(complaints, null, null)))
        {
            final List<String> options = List.of("-proc:none", "-nowarn", "-g", "-classpath",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
            if (!compiler.getTask(null, memory, complaints, options, null, units).call())
            {
                throw new IllegalStateException("does not compile: " + complaints.getDiagnostics());
            }

            return memory.bytes();
        }
        catch (final IOException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    private static final class Source extends SimpleJavaFileObject
    {
        private final String text;

        private Source(final String file, final String text)
        {
            super(URI.create("string:///" + file.substring(file.indexOf("dev/redlock/"))), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(final boolean ignoreEncodingErrors)
        {
            return text;
        }
    }

    private static final class Target extends SimpleJavaFileObject
    {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        private Target(final String className)
        {
            super(URI.create("bytes:///" + className.replace('.', '/') + ".class"), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream()
        {
            return out;
        }
    }

    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager>
    {
        private final Map<String, Target> targets = new HashMap<>();

        private Memory(final JavaFileManager manager)
        {
            super(manager);
        }

        private Map<String, byte[]> bytes()
        {
            final Map<String, byte[]> bytes = new HashMap<>();
            targets.forEach((name, target) -> bytes.put(name, target.out.toByteArray()));

            return bytes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(final Location location, final String className,
            final JavaFileObject.Kind kind, final FileObject sibling)
        {
            return targets.computeIfAbsent(className, Target::new);
        }
    }
}
