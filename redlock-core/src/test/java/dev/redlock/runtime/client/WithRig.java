// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * A test that is given a {@link ClientRig}, in both modes of a client unless it says otherwise. The rig is
 * closed after the test.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@ArgumentsSource(WithRig.Rigs.class)
public @interface WithRig
{
    Mode[] value() default {Mode.DEDICATED, Mode.INVOKER};

    public enum Mode
    {
        DEDICATED,
        INVOKER
    }

    final class Rigs extends AnnotationBasedArgumentsProvider<WithRig>
    {
        @Override
        protected Stream<? extends Arguments> provideArguments(
            final ParameterDeclarations parameters, final ExtensionContext context, final WithRig wanted)
        {
            return Stream.of(wanted.value()).map(ClientRig::of).map(Arguments::of);
        }
    }
}
