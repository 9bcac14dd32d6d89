// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Types of results: what says that work goes on after the return is refused, and nothing else is.
 */
class ReturnRuleTest
{
    private static void check(final Method method, final Class<?> of)
    {
        assertThat(new ReturnRule(method, of, "it").type()).isNotNull();
    }

    static Collection<Method> refused()
    {
        return Arrays.stream(Refused.class.getDeclaredMethods()).filter((one) -> !one.isSynthetic()).toList();
    }

    static Collection<Method> sound()
    {
        return Arrays.stream(Sound.class.getDeclaredMethods()).filter((one) -> !one.isSynthetic()).toList();
    }

    @ParameterizedTest
    @MethodSource("refused")
    void shouldRefuse(final Method method)
    {
        assertThatThrownBy(() -> check(method, Filled.class)).isInstanceOf(RedlockSetupException.class)
            .hasMessageContainingAll("@Locked is on it, which returns a", "the lock would be released");
    }

    @ParameterizedTest
    @MethodSource("sound")
    void shouldPass(final Method method)
    {
        check(method, Sound.class);
    }

    record Halves(String left, Future<String> right)
    {
    }

    record Whole(String left, List<Integer> right)
    {
    }

    abstract static class Refused<T>
    {
        abstract T filledIn();

        abstract Future<String> future();

        abstract ScheduledFuture<?> scheduled();

        abstract Callable<String> callable();

        abstract Runnable runnable();

        abstract Supplier<String> supplier();

        abstract IntSupplier number();

        abstract Thread thread();

        abstract IntStream stream();

        abstract Mono<String> mono();

        abstract List<CompletableFuture<String>> list();

        abstract Optional<CompletionStage<String>> optional();

        abstract CompletableFuture<String>[] array();

        abstract Map<String, ? extends Future<String>> map();

        abstract Halves record();

        abstract CompletableFuture<List<Future<String>>> nested();

        abstract ResponseEntity<StreamingResponseBody> response();

        abstract ResponseEntity<Flux<String>> reactiveResponse();

        abstract List<Runnable> tasks();
    }

    abstract static class Filled extends Refused<Mono<String>>
    {
    }

    abstract static class Sound
    {
        abstract void nothing();

        abstract int number();

        abstract String text();

        abstract Object any();

        abstract UUID id();

        abstract CompletableFuture<String> future();

        abstract CompletionStage<List<String>> stage();

        abstract List<String> list();

        abstract List<?> wildcards();

        abstract Optional<Whole> optional();

        abstract Map<String, List<Integer>> map();

        abstract Whole record();

        abstract ResponseEntity<Whole> response();

        abstract Class<? extends Runnable> type();

        abstract <X extends Comparable<X>> X variable();

        abstract byte[] bytes();
    }
}
