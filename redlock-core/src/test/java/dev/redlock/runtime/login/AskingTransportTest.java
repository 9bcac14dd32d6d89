// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.redlock.spi.Transport;

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

    private static Stream<Method> questions()
    {
        return Stream.of(Transport.class.getMethods());
    }
}
