// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.settings;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.env.Environment;

import dev.redlock.LockOptions;
import dev.redlock.RedlockBuilder;
import dev.redlock.spi.address.Credentials;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.spring.boot.RedlockProperties;
import dev.redlock.spring.boot.RedlockSetupException;

/**
 * From properties to the builder.
 */
public final class BuilderSettings
{
    private final RedlockProperties properties;

    /**
     * Nothing is read before it is applied.
     */
    public BuilderSettings(final RedlockProperties properties)
    {
        this.properties = properties;
    }

    /**
     * What is about locks, over any nodes.
     */
    public void applyLocks(final RedlockBuilder builder, final Environment environment)
    {
        DurationText.check(environment);
        final PropertyMapper map = PropertyMapper.get();
        map.from(name(environment)).to(builder::name);
        map.from(properties.keyPrefix()).to(builder::keyPrefix);
        map.from(properties.quorum()).to(builder::quorum);
        map.from(properties.longestTtl()).to(builder::longestTtl);
        map.from(properties.quarantine()).to(builder::quarantine);
        if (properties.waitInLine())
        {
            builder.waitInLine();
        }
        builder.defaults(defaults());
    }

    private LockOptions defaults()
    {
        final LockOptions options =
            properties.ttl() == null ? LockOptions.DEFAULT : LockOptions.DEFAULT.withTtl(properties.ttl());

        return properties.autoExtend() == null ? options : options.withAutoExtend(properties.autoExtend());
    }

    /*
     * The name of an application may have spaces, which nodes refuse.
     */
    private @Nullable String name(final Environment environment)
    {
        if (properties.name() != null)
        {
            return properties.name();
        }
        final String application = environment.getProperty("spring.application.name", "");

        return application.isBlank() ? null : application.replaceAll("[^!-~]+", "-");
    }

    /**
     * Which nodes, and how to reach them.
     */
    public void applyNodes(final RedlockBuilder builder)
    {
        if (properties.nodes().isEmpty())
        {
            throw new RedlockSetupException("redlock.nodes is empty but must name the nodes, five or three " +
                "independent masters", "set redlock.nodes=redis://host:port,… or define a bean of type " +
                "Redlock; a test takes @FakeRedlock");
        }
        for (int i = 0; i < properties.nodes().size(); i++)
        {
            if (properties.nodes().get(i).isBlank())
            {
                throw new RedlockSetupException("redlock.nodes[" + i + "] of " + properties.nodes().size() +
                    " is empty", "leave out a comma too many, or give the placeholder there a value");
            }
        }
        builder.nodes(properties.nodes().toArray(String[]::new));
        if (properties.password() != null)
        {
            builder.credentials(new Login(properties.username(), properties.password()));
        }
        else if (properties.username() != null)
        {
            throw new RedlockSetupException("redlock.username is '" + properties.username() + "' but there " +
                "is no redlock.password", "set both, or define a bean of type Credentials");
        }
        final PropertyMapper map = PropertyMapper.get();
        map.from(properties.transport()).to(builder::transport);
        properties.transportOptions().forEach(builder::transportOption);
        map.from(properties.connectTimeout()).to(builder::connectTimeout);
        map.from(properties.startTimeout()).to(builder::startTimeout);
        map.from(properties.closeTimeout()).to(builder::closeTimeout);
        map.from(properties.minNodeTimeout()).to(builder::minNodeTimeout);
        map.from(properties.maxNodeTimeout()).to(builder::maxNodeTimeout);
        if (properties.startWithoutQuorum())
        {
            builder.startWithoutQuorum();
        }
        if (properties.assumeNodesFresh())
        {
            builder.assumeNodesFresh();
        }
    }

    /**
     * Of nodes with TLS.
     */
    public void applySsl(final RedlockBuilder builder, final ObjectProvider<SslBundles> bundles)
    {
        final String name = properties.ssl().bundle();
        if (name == null)
        {
            return;
        }
        if (properties.nodes().stream().noneMatch((node) -> node.startsWith("rediss://")))
        {
            throw new RedlockSetupException("redlock.ssl.bundle is '" + name + "' but no node of " +
                "redlock.nodes has TLS", "begin the addresses with rediss://, or leave out the bundle");
        }
        final SslBundles known = bundles.getIfAvailable();
        if (known == null)
        {
            throw new RedlockSetupException("redlock.ssl.bundle is '" + name + "' but this application has " +
                "no SSL bundles", "do not exclude SslAutoConfiguration");
        }
        builder.tls(TlsOptions.of(new BundleManagers(known, name)));
    }

    private record Login(@Nullable String user, String password) implements Credentials
    {
        @Override
        public String toString()
        {
            return "of redlock.username and redlock.password";
        }
    }
}
