// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.redlock.fake.Deadline;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.spi.address.TlsOptions;

class AskingTransportTest
{
    /*
     * A default would answer for every transport beneath, as if it could not tell.
     */
    @ParameterizedTest
    @MethodSource("questions")
    void shouldLeaveNoQuestionToADefault(final Method question) throws NoSuchMethodException
    {
        assertThat(AskingTransport.class.getMethod(question.getName(), question.getParameterTypes())
            .getDeclaringClass()).isEqualTo(AskingTransport.class);
    }

    /**
     * Who connects gives up at the connect timeout. An answer may have come since the last poll.
     */
    @Test
    void shouldTellOfAnAnswerThatComesJustBeforeTheTimeout()
    {
        final CountDownLatch timeout = new CountDownLatch(1);
        final List<String> told = new ArrayList<>();
        final List<Connection> connections =
            Connection.toEach(List.of(NodeAddress.parse("rediss://127.0.0.1:1")), Connection.Role.VOTING);
        final TlsOptions tls = AskedManagers.of(TlsOptions.of(() ->
        {
            Deadline.await("the timeout", () -> timeout.getCount() == 0);
            throw new IllegalStateException("the vault is sealed");
        }), connections, System::nanoTime, 1_000_000_000);
        final Transport beneath = proxy(Transport.class, (proxy, method, arguments) ->
            method.getReturnType() == int.class ? 0 : null);
        final Transport asking = AskingTransport.over(
            new TransportContext(connections, List.of(), TransportLimits.DEFAULT, tls, Map.of()), beneath,
            proxy(TransportHandler.class, (proxy, method, arguments) ->
            {
                told.add(method.getName() + " " + arguments[1] + ": " + arguments[2]);

                return null;
            }), 1_000_000_000);

        asking.connect(connections.get(0));
        assertThat(asking.poll(0)).isZero();
        timeout.countDown();
        Deadline.await("the answer", () ->
        {
            final Set<Thread> all = Thread.getAllStackTraces().keySet();

            return all.stream().noneMatch((thread) -> thread.getName().equals("redlock-tls"));
        });
        asking.disconnect(connections.get(0));

        assertThat(asking.poll(0)).isEqualTo(1);
        assertThat(told).singleElement().asString()
            .startsWith("onDown CREDENTIALS: the managers for its TLS have not been given within 1 s");
    }

    private static <T> T proxy(final Class<T> type, final InvocationHandler calls)
    {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
    }

    private static Stream<Method> questions()
    {
        return Stream.of(Transport.class.getMethods());
    }
}
