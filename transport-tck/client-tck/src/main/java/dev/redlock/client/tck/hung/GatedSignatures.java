// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.hung;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.SignatureException;
import java.security.SignatureSpi;
import java.util.List;
import java.util.Map;

/**
 * A security provider of the application's, as of a token that asks its owner: a signature by one of its keys
 * passes a gate. It knows the algorithm of the keys of {@link dev.redlock.test.server.Certificate}.
 */
final class GatedSignatures extends Provider implements AutoCloseable
{
    private static final long serialVersionUID = 1;
    private static final String NAME = "gated signatures";
    private static final String ALGORITHM = "SHA256withECDSA";

    private GatedSignatures()
    {
        super(NAME, "1", "signs after a gate");
        putService(new Service(this, "Signature", ALGORITHM, Gated.class.getName(), List.of(),
            Map.of("SupportedKeyClasses", Key.class.getName()))
        {
            @Override
            public Object newInstance(final Object parameter)
            {
                return new Gated();
            }
        });
    }

    /**
     * Registers the provider with this JVM, until it is closed.
     */
    static GatedSignatures register()
    {
        final GatedSignatures provider = new GatedSignatures();
        Security.addProvider(provider);

        return provider;
    }

    /**
     * A key that only this provider can use.
     *
     * @param good   signs in the end.
     * @param onSign runs before it does.
     */
    static PrivateKey key(final PrivateKey good, final Runnable onSign)
    {
        return new Key(good, onSign);
    }

    @Override
    public void close()
    {
        Security.removeProvider(NAME);
    }

    private static final class Key implements PrivateKey
    {
        private static final long serialVersionUID = 1;

        private final transient PrivateKey good;
        private final transient Runnable onSign;

        private Key(final PrivateKey good, final Runnable onSign)
        {
            this.good = good;
            this.onSign = onSign;
        }

        @Override
        public String getAlgorithm()
        {
            return good.getAlgorithm();
        }

        /**
         * None, as the key does not leave its place.
         */
        @Override
        public String getFormat()
        {
            return null;
        }

        @Override
        public byte[] getEncoded()
        {
            return null;
        }
    }

    private static final class Gated extends SignatureSpi
    {
        private Signature good;
        private Runnable onSign;

        @Override
        protected void engineInitSign(final PrivateKey key) throws InvalidKeyException
        {
            if (!(key instanceof Key))
            {
                throw new InvalidKeyException("not a key of this provider");
            }
            onSign = ((Key)key).onSign;
            try
            {
                good = Signature.getInstance(ALGORITHM);
            }
            catch (final GeneralSecurityException ex)
            {
                throw new InvalidKeyException(ex);
            }
            good.initSign(((Key)key).good);
        }

        @Override
        protected void engineInitVerify(final PublicKey key) throws InvalidKeyException
        {
            throw new InvalidKeyException("signs only");
        }

        @Override
        protected void engineUpdate(final byte b) throws SignatureException
        {
            good.update(b);
        }

        @Override
        protected void engineUpdate(final byte[] bytes, final int offset, final int length)
            throws SignatureException
        {
            good.update(bytes, offset, length);
        }

        @Override
        protected byte[] engineSign() throws SignatureException
        {
            onSign.run();

            return good.sign();
        }

        @Override
        protected boolean engineVerify(final byte[] signature) throws SignatureException
        {
            throw new SignatureException("signs only");
        }

        @Override
        @SuppressWarnings("deprecation")
        protected void engineSetParameter(final String name, final Object value)
        {
            throw new UnsupportedOperationException();
        }

        @Override
        @SuppressWarnings("deprecation")
        protected Object engineGetParameter(final String name)
        {
            throw new UnsupportedOperationException();
        }
    }
}
