// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.security.PrivilegedAction;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.Spliterator;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import dev.redlock.spring.boot.RedlockSetupException;

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

    /**
     * What a declared type leaves open is looked at when it is returned.
     */
    @Test
    void shouldSeeInAValueWhatItsTypeDoesNotSay() throws NoSuchMethodException
    {
        final Supplier<String> supplier = () -> "later";
        final Iterable<String> lazy = () -> Stream.of("later").iterator();
        final Function<String, String> function = (one) -> one;
        for (final Object later : List.of(List.of("a").stream().iterator(), lazy, function,
            List.of("a").spliterator(), List.of(function), Optional.of(lazy),
            ResponseEntity.ok(supplier), ResponseEntity.ok(lazy), ResponseEntity.ok(function)))
        {
            assertThat(hidden("any", later)).as("%s", later.getClass()).contains("whose work may go on");
        }
        assertThat(hidden("iterable", lazy)).contains("whose work may go on");
        assertThat(hidden("anyResponse", ResponseEntity.ok(supplier))).contains("whose work may go on");
        for (final Object held : List.of(List.of("a"), Set.of("a"), Path.of("a"), new Range(1, 2), Sum.PLUS,
            "a", ResponseEntity.ok(List.of("a")), ResponseEntity.noContent().build(), Map.of("a", "b")))
        {
            assertThat(hidden("any", held)).as("%s", held).isNull();
        }
        assertThat(hidden("iterable", List.of("a"))).isNull();
        assertThat(hidden("iterable", Path.of("a"))).isNull();
    }

    private static String hidden(final String method, final Object value) throws NoSuchMethodException
    {
        return new ReturnRule(Sound.class.getDeclaredMethod(method), Sound.class, "it").hidden(value);
    }

    /**
     * It holds what it is, and only tells of it as a function does.
     */
    record Range(int from, int to) implements IntPredicate
    {
        @Override
        public boolean test(final int value)
        {
            return value >= from && value < to;
        }
    }

    interface Step extends Function<String, String>
    {
    }

    interface Shape extends IntPredicate
    {
        int area();
    }

    enum Sum implements IntBinaryOperator
    {
        PLUS
        {
            @Override
            public int applyAsInt(final int left, final int right)
            {
                return left + right;
            }
        }
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

        abstract Iterator<String> iterator();

        abstract ListIterator<String> listIterator();

        abstract PrimitiveIterator.OfInt numbers();

        abstract Spliterator<String> spliterator();

        abstract Enumeration<String> enumeration();

        abstract DirectoryStream<Path> directory();

        abstract Function<String, String> function();

        abstract UnaryOperator<String> operator();

        abstract Predicate<String> predicate();

        abstract Consumer<String> consumer();

        abstract IntBinaryOperator sum();

        abstract Step step();

        abstract PrivilegedAction<String> action();

        abstract Optional<BiFunction<String, String, String>> optionalFunction();

        abstract ResponseEntity<Iterator<String>> iteratorResponse();
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

        abstract Iterable<String> iterable();

        abstract Range range();

        abstract Shape shape();

        abstract Path path();

        abstract Comparator<String> order();

        abstract ResponseEntity<?> anyResponse();
    }
}
