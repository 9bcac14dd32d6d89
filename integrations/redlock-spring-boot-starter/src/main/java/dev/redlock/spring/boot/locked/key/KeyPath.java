// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.key;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.VariableReference;

/*
 * Only a type that nobody can extend, such as a record, says what its values do not have. Names are compared
 * without regard to case, as SpEL takes several, and a class is left alone, as it stands for its own, too.
 */

/**
 * Properties and methods that an expression asks a parameter for.
 */
final class KeyPath
{
    private KeyPath()
    {
    }

    /**
     * The first one that the declared types do not have.
     *
     * @param typeOf the type of a variable; null if it is not known.
     * @return null if none is known to be missing.
     */
    static @Nullable String missing(final SpelNode node, final Function<SpelNode, @Nullable Class<?>> typeOf)
    {
        @Nullable String missing = node instanceof CompoundExpression &&
            node.getChild(0) instanceof VariableReference ? missing(node, typeOf.apply(node.getChild(0))) :
            null;
        for (int i = 0; missing == null && i < node.getChildCount(); i++)
        {
            missing = missing(node.getChild(i), typeOf);
        }

        return missing;
    }

    private static @Nullable String missing(final SpelNode path, final @Nullable Class<?> first)
    {
        try
        {
            return firstMissing(path, first);
        }
        catch (final LinkageError ignored)
        {
            // A class that some method of the parameter's type needs is not there, so nothing is known of it.
            return null;
        }
    }

    private static @Nullable String firstMissing(final SpelNode path, final @Nullable Class<?> first)
    {
        @Nullable Class<?> type = first;
        for (int i = 1; i < path.getChildCount() && type != null && isClosed(type); i++)
        {
            final SpelNode step = path.getChild(i);
            final String name = step instanceof PropertyOrFieldReference property ? property.getName() :
                step instanceof MethodReference method ? method.getName() : null;
            if (name == null)
            {
                return null;
            }
            final boolean isMethod = step instanceof MethodReference;
            final Class<?>[] results = isMethod ? methods(type, name) : properties(type, name);
            if (results.length == 0)
            {
                return "'" + name + "', but " + type.getSimpleName() + " has no such property or method";
            }
            type = results.length == 1 ? results[0] : null;
        }

        return null;
    }

    private static boolean isClosed(final Class<?> type)
    {
        return Modifier.isFinal(type.getModifiers()) && !type.isPrimitive() && !type.isArray() &&
            type != Class.class && type != Optional.class;
    }

    private static Class<?>[] methods(final Class<?> type, final String name)
    {
        return Arrays.stream(type.getMethods()).filter((method) -> method.getName().equals(name))
            .map(Method::getReturnType).distinct().toArray(Class<?>[]::new);
    }

    private static Class<?>[] properties(final Class<?> type, final String name)
    {
        final Stream<Class<?>> read = Arrays.stream(type.getMethods())
            .filter((method) -> method.getParameterCount() == 0 && Stream.of("", "get", "is")
                .anyMatch((prefix) -> method.getName().equalsIgnoreCase(prefix + name)))
            .map(Method::getReturnType);
        final Stream<Class<?>> fields = Arrays.stream(type.getFields())
            .filter((field) -> field.getName().equals(name)).map((field) -> field.getType());

        return Stream.concat(read, fields).distinct().toArray(Class<?>[]::new);
    }
}
