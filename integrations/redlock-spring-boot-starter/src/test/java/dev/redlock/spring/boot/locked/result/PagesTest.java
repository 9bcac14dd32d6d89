// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageImpl;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.SliceImpl;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;
import org.springframework.data.util.Streamable;

import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.RedlockSetupException;

/**
 * Pages of Spring Data are suppliers of a stream by their type, but hold their elements: a method that is
 * {@link Locked} may return them, and nobody goes through them.
 */
class PagesTest
{
    private static final List<String> ELEMENTS = List.of("apples", "pears");

    static Collection<Method> held()
    {
        return Arrays.stream(Held.class.getDeclaredMethods()).filter((one) -> !one.isSynthetic()).toList();
    }

    static Stream<Object> pages()
    {
        return Stream.of(new PageImpl<>(ELEMENTS), new SliceImpl<>(ELEMENTS), Sort.by("name"),
            Window.from(ELEMENTS, (index) -> ScrollPosition.offset()));
    }

    @ParameterizedTest
    @MethodSource("held")
    void shouldPassAsAType(final Method method)
    {
        assertThat(new ReturnRule(method, Held.class, "it").type()).isNotNull();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void shouldPassAsAValue(final Object page)
    {
        assertThat(LaterWork.in(page, true)).isNull();
        assertThat(LaterWork.in(List.of(page), true)).isNull();
    }

    /**
     * What they contain may be loaded, or computed, when somebody goes through it.
     */
    @Test
    void shouldNotBeGoneThrough()
    {
        assertThat(LaterWork.in(new Lazy(), true)).isNull();
    }

    /**
     * The control: another supplier of a stream may compute it.
     */
    @Test
    void shouldRefuseOtherStreams() throws NoSuchMethodException
    {
        final Method method = Others.class.getDeclaredMethod("streamable");
        assertThatThrownBy(() -> new ReturnRule(method, Others.class, "it"))
            .isInstanceOf(RedlockSetupException.class).hasMessageContaining("which returns a");
    }

    interface Held
    {
        Page<String> page();

        PageImpl<String> madePage();

        Slice<String> slice();

        Window<String> window();

        Sort sort();

        CompletableFuture<Page<String>> later();

        List<Page<String>> several();
    }

    interface Others
    {
        Streamable<String> streamable();
    }

    private static final class Lazy extends SliceImpl<String>
    {
        private static final long serialVersionUID = 1;

        Lazy()
        {
            super(ELEMENTS);
        }

        @Override
        public Iterator<String> iterator()
        {
            throw new IllegalStateException("gone through");
        }

        @Override
        public Stream<String> get()
        {
            throw new IllegalStateException("gone through");
        }

        @Override
        public List<String> getContent()
        {
            throw new IllegalStateException("gone through");
        }
    }
}
