// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class RehearsalTest
{
    private static final String[] OF_THE_ENGINE_THREAD = Stream.of(
        "engine", "quorum", "runtime.calls", "runtime.client", "runtime.nodes", "runtime.threads")
        .map("dev.redlock."::concat).toArray(String[]::new);

    /**
     * Whose initialiser finds no memory is lost to the JVM, and with it each client that comes there. What
     * can be seen is whether a class was loaded.
     */
    @Test
    void shouldLoadWhatTheEngineThreadUsesWhileThereIsMemory() throws Exception
    {
        final Set<String> withInitialisers = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(OF_THE_ENGINE_THREAD).stream()
            .filter(type -> type.getStaticInitializer().isPresent())
            .map(JavaClass::getName).collect(Collectors.toSet());
        try (Own loader = new Own(Rehearsal.class.getProtectionDomain().getCodeSource().getLocation()))
        {
            loader.loadClass(Rehearsal.class.getName()).getMethod("play").invoke(null);

            assertThat(withInitialisers).isNotEmpty();
            withInitialisers.removeIf(loader::hasLoaded);
            assertThat(withInitialisers).as("to be listed in Rehearsal").isEmpty();
        }
    }

    /**
     * Loads our classes once more, and shows which.
     */
    private static final class Own extends URLClassLoader
    {
        private Own(final URL classes)
        {
            super(new URL[]{classes}, RehearsalTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(final String name, final boolean isToResolve)
            throws ClassNotFoundException
        {
            synchronized (getClassLoadingLock(name))
            {
                if (!name.startsWith("dev.redlock."))
                {
                    return super.loadClass(name, isToResolve);
                }
                final Class<?> loaded = findLoadedClass(name);

                return loaded == null ? findClass(name) : loaded;
            }
        }

        private boolean hasLoaded(final String name)
        {
            return findLoadedClass(name) != null;
        }
    }
}
