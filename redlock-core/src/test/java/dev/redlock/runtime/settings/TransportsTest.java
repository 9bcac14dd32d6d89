// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.fake.InstantTransportProvider;
import dev.redlock.runtime.client.Client;
import dev.redlock.runtime.client.News;
import dev.redlock.runtime.tokens.CtrTokenSource;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;
import dev.redlock.spi.address.NodeAddress;

class TransportsTest
{
    private static final String SERVICE = "META-INF/services/" + TransportProvider.class.getName();
    private static final String REMEDY = "; put redlock-transport-netty on the class path (or another)";

    @TempDir
    private Path directory;
    private ClassLoader usual;

    @BeforeEach
    void rememberTheUsualClassPath()
    {
        usual = Thread.currentThread().getContextClassLoader();
    }

    @AfterEach
    void restoreTheUsualClassPath()
    {
        Thread.currentThread().setContextClassLoader(usual);
        System.clearProperty(Transports.PROPERTY);
    }

    @Test
    void shouldTakeTheOnlyOne() throws IOException
    {
        provide(One.class);

        assertThat(choose(null).getClass()).isEqualTo(One.class);
        assertThat(choose("one").getClass()).isEqualTo(One.class);
    }

    @Test
    void shouldSayHowToStartOnTheModulePath()
    {
        assertThat(Transports.remedy(true)).contains("--add-modules ALL-MODULE-PATH");
        assertThat(Transports.remedy(false)).isEqualTo(REMEDY);
    }

    @Test
    void shouldTakeTheOneThatIsNamed() throws IOException
    {
        provide(One.class, Two.class);

        assertThat(choose("one").getClass()).isEqualTo(One.class);
        assertThat(choose("two").getClass()).isEqualTo(Two.class);
    }

    @Test
    void shouldTakeTheOneThatTheSystemPropertyNamesUnlessTheProgramDoes() throws IOException
    {
        provide(One.class, Two.class);
        System.setProperty(Transports.PROPERTY, "two");

        assertThat(choose(null).getClass()).isEqualTo(Two.class);
        assertThat(choose("one").getClass()).isEqualTo(One.class);
    }

    @Test
    void shouldSayThatSeveralWereFoundWhicheverComesFirst() throws IOException
    {
        final String message = "several transports were found: one (" + One.class.getName() + "), two (" +
            Two.class.getName() + "); choose one with transport(\"name\") or -Dredlock.transport=name";

        provide(One.class, Two.class);
        assertThat(failure(null)).isEqualTo(message);
        provide(Two.class, One.class);
        assertThat(failure(null)).isEqualTo(message);
    }

    @Test
    void shouldSayWhatWasFoundInsteadOfTheOneThatIsNamed() throws IOException
    {
        provide(One.class);

        assertThatThrownBy(() -> choose("nety"))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("transport 'nety' was not found, but: one; name one of these, " +
                "or put another on the class path");
    }

    @Test
    void shouldNotChooseBetweenTwoOfOneName() throws IOException
    {
        provide(One.class, AlsoOne.class);
        final String message = "transport 'one' was found more than once: one (" + One.class.getName() +
            "), one (" + AlsoOne.class.getName() + "); remove one from the class path";

        assertThat(failure("one")).isEqualTo(message);
        assertThat(failure(null)).isEqualTo(message);
    }

    @Test
    void shouldSayWhenThereIsNone()
    {
        Thread.currentThread().setContextClassLoader(new Services(List.of()));

        assertThatThrownBy(() -> Transports.choose(null, new Services(List.of())))
            .isInstanceOf(IllegalStateException.class).hasMessage("no transport was found" + REMEDY);
    }

    /**
     * The context class loader of a pool's thread may know nothing of the application.
     */
    @Test
    void shouldLookWhereItComesFromWhenTheContextHasNone()
    {
        Thread.currentThread().setContextClassLoader(new Services(List.of()));

        assertThat(Transports.choose(null).getClass()).isEqualTo(InstantTransportProvider.class);
    }

    /**
     * As if the providers were those of the loader that has loaded the library.
     */
    private static TransportProvider choose(final String name)
    {
        return Transports.choose(name, Thread.currentThread().getContextClassLoader());
    }

    /**
     * An application server may have another copy of the library, whose providers are of no use to this one.
     */
    @Test
    void shouldPassOverTheProvidersOfAnotherCopy() throws IOException
    {
        provide(TransportsTest.class, One.class);

        assertThat(Transports.choose("fake").getClass()).isEqualTo(InstantTransportProvider.class);
        assertThat(Transports.choose("one").getClass()).isEqualTo(One.class);
        assertThatThrownBy(() -> Transports.choose("two")).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("'two' was not found that fits (").hasMessageContaining("not a subtype")
            .hasMessageContaining("), but: fake, one; ");
    }

    @Test
    void shouldTakeItsOwnWhenTheContextHasOneOfTheSameName() throws IOException
    {
        provide(One.class);
        final ClassLoader own = Thread.currentThread().getContextClassLoader();
        provide(AlsoOne.class);

        assertThat(Transports.choose("one", own).getClass()).isEqualTo(One.class);
        assertThat(Transports.choose(null, own).getClass()).isEqualTo(One.class);
    }

    @Test
    void shouldNameWhatDoesNotFitIfNothingDoes() throws IOException
    {
        provide(TransportsTest.class);

        assertThat(failure(null)).startsWith("no transport was found that fits (")
            .contains("TransportsTest not a subtype").endsWith(REMEDY);
    }

    private static String failure(final String name)
    {
        return catchThrowableOfType(IllegalStateException.class, () -> choose(name)).getMessage();
    }

    private void provide(final Class<?>... providers) throws IOException
    {
        final Path file = Files.createTempFile(directory, "services", "");
        Files.write(file, Stream.of(providers).map(Class::getName).toList());
        Thread.currentThread().setContextClassLoader(new Services(List.of(file.toUri().toURL())));
    }

    /**
     * The usual class path, but with other providers.
     */
    private static final class Services extends ClassLoader
    {
        private final List<URL> services;

        private Services(final List<URL> services)
        {
            super(TransportsTest.class.getClassLoader());
            this.services = services;
        }

        @Override
        public Enumeration<URL> getResources(final String name) throws IOException
        {
            return SERVICE.equals(name) ? Collections.enumeration(services) : super.getResources(name);
        }
    }

    @Test
    void shouldNotOpenOneForAClientThatCannotStart()
    {
        final ClientSettings.Draft settings = new ClientSettings.Draft();
        settings.nodes = List.of(NodeAddress.parse("redis://a"));
        settings.transport = One::new;
        settings.tokens = () ->
        {
            throw new IllegalStateException("no AES");
        };

        assertThatThrownBy(() -> new Client(settings.conclude(), true, List.of(new News())))
            .hasMessage("no AES");
        settings.tokens = CtrTokenSource::new;
        settings.seed = () ->
        {
            throw new IllegalStateException("no seed");
        };
        assertThatThrownBy(() -> new Client(settings.conclude(), true, List.of(new News())))
            .hasMessage("no seed");
    }

    private abstract static class Provider implements TransportProvider
    {
        @Override
        public Transport open(final TransportContext context, final TransportHandler handler)
        {
            throw new AssertionError("nobody opens this");
        }
    }

    public static final class One extends Provider
    {
        @Override
        public String name()
        {
            return "one";
        }
    }

    public static final class AlsoOne extends Provider
    {
        @Override
        public String name()
        {
            return "one";
        }
    }

    public static final class Two extends Provider
    {
        @Override
        public String name()
        {
            return "two";
        }
    }
}
