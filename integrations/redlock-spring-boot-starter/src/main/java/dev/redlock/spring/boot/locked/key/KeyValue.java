// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.key;

import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.spel.ExpressionState;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.Elvis;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.OpPlus;
import org.springframework.expression.spel.ast.Operator;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.Ternary;
import org.springframework.expression.spel.standard.SpelExpression;

/*
 * SpEL makes a text of whatever is added to one: 'order-' + null is order-null. So the parts of a sum are
 * evaluated here, and looked at. Sums in an argument of a method are looked at before the method is called.
 */

/**
 * Evaluates the expression of a key, and takes a text of each value by {@link KeyText}. Immutable.
 */
final class KeyValue
{
    private static final TypeDescriptor BOOLEAN = TypeDescriptor.valueOf(Boolean.class);

    private final SpelExpression expression;
    private final KeyText texts;
    private final boolean hasSum;
    private final boolean hasCall;

    KeyValue(final SpelExpression expression, final KeyText texts)
    {
        this.expression = expression;
        this.texts = texts;
        hasSum = has(expression.getAST(), OpPlus.class);
        hasCall = has(expression.getAST(), MethodReference.class);
    }

    /**
     * Whether a sum stands where its parts cannot be looked at.
     */
    boolean hasHiddenSum()
    {
        return hasHiddenSum(expression.getAST());
    }

    private static boolean hasHiddenSum(final SpelNode node)
    {
        final boolean isRepeated = node instanceof Projection || node instanceof Selection;
        boolean isHidden = isRepeated && has(node, OpPlus.class);
        for (int i = 0; i < node.getChildCount(); i++)
        {
            isHidden |= hasHiddenSum(node.getChild(i));
        }

        return isHidden;
    }

    private static boolean has(final SpelNode node, final Class<?> type)
    {
        boolean has = type.isInstance(node);
        for (int i = 0; i < node.getChildCount(); i++)
        {
            has |= has(node.getChild(i), type);
        }

        return has;
    }

    /**
     * The text of a call.
     *
     * @param arguments of the method.
     * @throws KeyText.Refusal if it has none.
     */
    String text(final EvaluationContext context, final @Nullable Object[] arguments)
    {
        final String text = texts.of(hasSum ?
            value(expression.getAST(), new ExpressionState(context)) : expression.getValue(context));
        if (hasCall)
        {
            checkIdentity(text, arguments);
        }

        return text;
    }

    private @Nullable Object value(final SpelNode node, final ExpressionState state)
    {
        if (node instanceof OpPlus && node.getChildCount() == 2)
        {
            return sum(node, state);
        }
        if (node instanceof Ternary)
        {
            final Object isFirst = state.convertValue(value(node.getChild(0), state), BOOLEAN);

            return isFirst == null ? node.getValue(state) :
                value(node.getChild(isFirst.equals(true) ? 1 : 2), state);
        }
        if (node instanceof Elvis)
        {
            final Object first = value(node.getChild(0), state);
            final boolean isEmpty = first instanceof Optional<?> optional && optional.isEmpty();

            return first == null || first.equals("") || isEmpty ? value(node.getChild(1), state) : first;
        }
        checkSums(node, state);

        return node.getValue(state);
    }

    private @Nullable Object sum(final SpelNode node, final ExpressionState state)
    {
        final Object left = value(node.getChild(0), state);
        final Object right = value(node.getChild(1), state);
        if (left instanceof String || right instanceof String)
        {
            return texts.part(left) + texts.part(right);
        }

        return node.getValue(state);
    }

    private void checkSums(final SpelNode node, final ExpressionState state)
    {
        // What an operator makes is no text, and what it does not need it does not evaluate.
        final boolean isClosed =
            node instanceof Operator || node instanceof Projection || node instanceof Selection;
        for (int i = 0; !isClosed && i < node.getChildCount(); i++)
        {
            final SpelNode child = node.getChild(i);
            if (child instanceof OpPlus || child instanceof Ternary || child instanceof Elvis)
            {
                value(child, state);
            }
            else
            {
                checkSums(child, state);
            }
        }
    }

    /*
     * A call such as toString may have put an object's place in memory into the text.
     */
    private static void checkIdentity(final String text, final @Nullable Object[] arguments)
    {
        for (final Object argument : arguments)
        {
            if (argument != null && text.contains(argument.getClass().getName() + "@"))
            {
                throw new KeyText.Refusal("has the text of a " +
                    argument.getClass().getTypeName() + ", which is another in each process: use an id, " +
                    "such as #order.id");
            }
        }
    }
}
