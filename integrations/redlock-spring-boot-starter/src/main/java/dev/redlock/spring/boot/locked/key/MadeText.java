// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.key;

import java.util.Set;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.ConstructorReference;
import org.springframework.expression.spel.ast.InlineList;
import org.springframework.expression.spel.ast.Literal;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.OpPlus;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.TypeReference;
import org.springframework.expression.spel.ast.VariableReference;

/*
 * What is made of a value in the ways that come to mind when the value itself is refused. A call of the
 * application's own code is left alone, as it may sort.
 */

/**
 * Texts, and lists, that an expression makes of a parameter which has no text that is the same everywhere.
 */
final class MadeText
{
    private static final Set<String> TEXTS = Set.of("toString", "hashCode");
    private static final Set<String> LISTS = Set.of("toList", "toArray", "collect", "findFirst", "findAny",
        "iterator", "reduce");
    private static final Set<String> TAKES = Set.of("join", "copyOf", "asList", "of", "valueOf", "format",
        "formatted", "concat", "toString", "hashCode", "hash");

    private MadeText()
    {
    }

    /**
     * The first parameter of which a text is made.
     *
     * @param isTextless whether a variable has no text.
     * @param isInOrder  whether it has an order of its own, which may be meant.
     * @return null if there is none.
     */
    static @Nullable SpelNode find(
        final SpelNode node, final Predicate<SpelNode> isTextless, final Predicate<SpelNode> isInOrder)
    {
        @Nullable SpelNode found = node instanceof CompoundExpression ?
            ofPath(node, isTextless, isInOrder) :
            node instanceof OpPlus || node instanceof InlineList ? child(node, isTextless) :
            isCopy(node) ? child(node, isTextless.and(isInOrder.negate())) : null;
        for (int i = 0; found == null && i < node.getChildCount(); i++)
        {
            found = find(node.getChild(i), isTextless, isInOrder);
        }

        return found;
    }

    private static @Nullable SpelNode ofPath(
        final SpelNode path, final Predicate<SpelNode> isTextless, final Predicate<SpelNode> isInOrder)
    {
        final SpelNode first = path.getChild(0);
        if (first instanceof VariableReference)
        {
            return isTextless.test(first) && makesText(path, isInOrder.test(first)) ? first : null;
        }

        @Nullable SpelNode found = null;
        final boolean isOfJdk = first instanceof Literal ||
            first instanceof TypeReference type && type.toStringAST().matches("T\\((java\\..*|[A-Z]\\w*)\\)");
        for (int i = 1; isOfJdk && found == null && i < path.getChildCount(); i++)
        {
            final SpelNode step = path.getChild(i);
            found = step instanceof MethodReference call && TAKES.contains(call.getName()) ?
                child(step, isTextless.and(isInOrder.negate())) : null;
        }

        return found;
    }

    private static boolean makesText(final SpelNode path, final boolean isInOrder)
    {
        boolean isSorted = isInOrder;
        for (int i = 1; i < path.getChildCount(); i++)
        {
            final SpelNode step = path.getChild(i);
            final String name = step instanceof MethodReference call ? call.getName() : "";
            isSorted |= name.equals("sorted");
            if (i == 1 && TEXTS.contains(name) || !isSorted && (LISTS.contains(name) ||
                i == 1 && (step instanceof Projection || step instanceof Selection)))
            {
                return true;
            }
        }

        return false;
    }

    private static boolean isCopy(final SpelNode node)
    {
        return node instanceof ConstructorReference &&
            node.toStringAST().matches("new java\\.util\\.(?!Tree|PriorityQueue).*");
    }

    private static @Nullable SpelNode child(final SpelNode node, final Predicate<SpelNode> isTextless)
    {
        for (int i = 0; i < node.getChildCount(); i++)
        {
            if (node.getChild(i) instanceof VariableReference && isTextless.test(node.getChild(i)))
            {
                return node.getChild(i);
            }
        }

        return null;
    }
}
