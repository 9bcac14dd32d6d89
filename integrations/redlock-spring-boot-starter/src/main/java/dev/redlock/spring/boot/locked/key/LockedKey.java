// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked.key;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.ConstructorReference;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.Operator;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.TypeReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

import dev.redlock.spring.boot.RedlockSetupException;

/*
 * An expression has no root object, so a bare word is a name that somebody forgot to quote, and would fail
 * with the first call. So would a variable that is no parameter. Both are found in the tree of the expression
 * when it is parsed.
 */

/**
 * The key of a method's lock: a name, the value of an expression, or both.
 */
public final class LockedKey
{
    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();
    private static final Pattern VARIABLE = Pattern.compile("#(\\w+)");
    private static final Pattern BRACES = Pattern.compile("\\{(\\w+)}");
    private static final Pattern MEANT = Pattern.compile("#\\{(.*?)}|#(\\w+)|\\{(\\w+)}");
    private static final Pattern BY_INDEX = Pattern.compile("[ap](\\d{1,3})");

    private final String place;
    private final Method method;
    private final String name;
    private final @Nullable SpelExpression expression;
    private final @Nullable KeyValue value;
    private final int parameter;
    private final KeyText texts;
    private final BeanFactoryResolver beans;

    /**
     * Reads the expression. A {@link dev.redlock.spring.boot.RedlockSetupException} says what is
     * wrong with it.
     */
    public LockedKey(final String place, final Method method, final String name, final String expression,
        final KeyText texts, final BeanFactory beans)
    {
        this.place = place;
        this.method = method;
        this.name = name;
        this.texts = texts;
        this.expression = expression.isEmpty() ? null : parse(expression);
        value = this.expression == null ? null : new KeyValue(this.expression, texts);
        parameter = this.expression != null && this.expression.getAST() instanceof VariableReference one ?
            index(one.toStringAST().substring(1)) : -1;
        this.beans = new BeanFactoryResolver(beans);
        checkName();
        if (value != null && value.hasHiddenSum())
        {
            throw new RedlockSetupException("key '" + expression + "' of @Locked on " + place + " adds " +
                "texts for each element of a collection, where null would become a text", "build the text " +
                "in a method of your own, or pass it");
        }
        if (name.isEmpty() && expression.isEmpty())
        {
            throw new RedlockSetupException("@Locked on " + place + " names no key", "give it a name " +
                "(name = \"nightly\"), an expression (key = \"#order.id\"), or both");
        }
    }

    /*
     * One lock for everything, where one for each was meant. Braces beside a key are a hash tag.
     */
    private void checkName()
    {
        final List<String> known = parameters(method);
        final boolean isExpression = name.contains("#{") ||
            VARIABLE.matcher(name).results().anyMatch((found) -> isKnown(found.group(1), known)) ||
            expression == null &&
            BRACES.matcher(name).results().anyMatch((found) -> known.contains(found.group(1)));
        if (isExpression)
        {
            throw new RedlockSetupException("name '" + name + "' of @Locked on " + place + " is a text, " +
                "and no expression: all calls would have one lock", "did you mean key = \"" + meant() +
                "\"?");
        }
    }

    private String meant()
    {
        final List<String> parts = new ArrayList<>();
        final Matcher places = MEANT.matcher(name);
        int end = 0;
        while (places.find())
        {
            if (places.start() > end)
            {
                parts.add("'" + name.substring(end, places.start()) + "'");
            }
            parts.add(places.group(1) != null ? places.group(1) : "#" +
                (places.group(2) != null ? places.group(2) : places.group(3)));
            end = places.end();
        }
        if (end < name.length())
        {
            parts.add("'" + name.substring(end) + "'");
        }

        return String.join(" + ", parts);
    }

    private SpelExpression parse(final String text)
    {
        final SpelExpression parsed;
        try
        {
            parsed = new SpelExpressionParser().parseRaw(text);
        }
        catch (final ParseException | IllegalStateException ex)
        {
            throw new RedlockSetupException("key '" + text + "' of @Locked on " + place +
                " is no expression in SpEL: " + ex.getMessage(), text.matches(".*[#$]\\{.*}.*") ?
                "write " + text.replaceAll("[#$]\\{#?(\\w+)}", "#$1").replaceAll("#\\{(.*?)}", "$1") +
                ", as all of a key is an expression" :
                "correct it, or use name for a text", ex);
        }
        final SpelNode tree = parsed.getAST();
        final String bare = bareWord(tree);
        if (bare != null)
        {
            throw new RedlockSetupException("key '" + text + "' of @Locked on " + place + " has the word '" +
                bare + "', which is neither a parameter nor a text", "write #" + bare + " for a parameter, " +
                "quote it for a text, or use name = \"" + bare + "\"");
        }
        final List<String> known = parameters(method);
        for (final String variable : variables(tree, new ArrayList<>()))
        {
            if (variable.equals("root"))
            {
                throw new RedlockSetupException("key '" + text + "' of @Locked on " + place + " has #root, " +
                    "but there is no root object, as a key is made of the parameters", "write #p0 for " +
                    "#root.args[0], a text for the name of the method or the class, and for what differs " +
                    "between objects a parameter, or an override with a @Locked of its own");
            }
            if (!isKnown(variable, known))
            {
                throw new RedlockSetupException("key '" + text + "' of @Locked on " + place + " has #" +
                    variable + ", but the parameters are " + known, "correct the name, use #p0, #p1 and so " +
                    "on, or compile with -parameters");
            }
        }

        checkTypes(text, tree);

        return parsed;
    }

    /*
     * What the first call would fail with, where the types of the parameters say so.
     */
    private void checkTypes(final String text, final SpelNode tree)
    {
        final SpelNode textless = tree instanceof VariableReference ? tree :
            MadeText.find(tree, (variable) -> whyNone(variable) != null,
                (variable) -> KeyText.isInOrder(typeOf(variable)));
        final String why = textless == null ? null : whyNone(textless);
        if (why != null)
        {
            final int remedy = why.lastIndexOf("; ");
            throw new RedlockSetupException("key '" + text + "' of @Locked on " + place + " " +
                (textless == tree ? "" : "makes a text of " + textless.toStringAST() + ", which ") +
                why.substring(0, remedy), why.substring(remedy + 2));
        }
        final String missing = KeyPath.missing(tree, this::typeOf);
        if (missing != null)
        {
            throw new RedlockSetupException("key '" + text + "' of @Locked on " + place + " has " + missing,
                "correct the name");
        }
    }

    private @Nullable String whyNone(final SpelNode variable)
    {
        final Class<?> type = typeOf(variable);

        return type == null ? null : texts.whyNone(type, variable.toStringAST());
    }

    private @Nullable Class<?> typeOf(final SpelNode variable)
    {
        final int index = index(variable.toStringAST().substring(1));

        return index < 0 ? null : method.getParameterTypes()[index];
    }

    /**
     * The names of a method's parameters; empty if they are not known.
     */
    public static List<String> parameters(final Method method)
    {
        final String @Nullable [] names = NAMES.getParameterNames(method);

        return names == null ? List.of() : List.of(names);
    }

    private boolean isKnown(final String variable, final List<String> known)
    {
        final Matcher index = BY_INDEX.matcher(variable);

        return known.contains(variable) || variable.equals("this") ||
            index.matches() && Integer.parseInt(index.group(1)) < method.getParameterCount();
    }

    private static @Nullable String bareWord(final SpelNode node)
    {
        if (node instanceof PropertyOrFieldReference || node instanceof MethodReference)
        {
            return node.toStringAST().replaceAll("\\W.*", "");
        }
        if (node instanceof CompoundExpression)
        {
            return bareWord(node.getChild(0));
        }
        if (node instanceof Operator)
        {
            for (int i = 0; i < node.getChildCount(); i++)
            {
                final String bare = bareWord(node.getChild(i));
                if (bare != null)
                {
                    return bare;
                }
            }
        }

        return null;
    }

    private static List<String> variables(final SpelNode node, final List<String> found)
    {
        if (node instanceof VariableReference)
        {
            found.add(node.toStringAST().substring(1));
        }
        for (int i = 0; i < node.getChildCount(); i++)
        {
            variables(node.getChild(i), found);
        }

        return found;
    }

    /**
     * Why a call with some of our arguments may not have our key. What an expression asks of beans and
     * classes may be another value by then.
     *
     * @param arguments of the other method: for each the number of our parameter that it is, or a negative
     *                  number.
     * @return null if it has.
     */
    public @Nullable String whyNotSame(final LockedKey other, final int[] arguments)
    {
        if (!name.equals(other.name))
        {
            return "name '" + name + "' is not '" + other.name + "'";
        }
        if (!shown().equals(other.shown()))
        {
            return "key '" + shown() + "' is not '" + other.shown() + "'";
        }
        if (asksElsewhere(expression))
        {
            return "key '" + shown() + "' asks a bean or a class, which may have another answer by then";
        }
        final List<String> used =
            expression == null ? List.of() : variables(expression.getAST(), new ArrayList<>());

        return used.stream()
            .filter((variable) -> !isSame(index(variable), other.index(variable), arguments)).findFirst()
            .map((variable) -> "#" + variable + " is not the parameter of " + method.getName() +
                " as it came, but another value, or it is written").orElse(null);
    }

    private static boolean isSame(final int ours, final int theirs, final int[] arguments)
    {
        return ours >= 0 && theirs >= 0 && theirs < arguments.length && arguments[theirs] == ours;
    }

    private int index(final String variable)
    {
        final Matcher index = BY_INDEX.matcher(variable);

        return index.matches() ? Integer.parseInt(index.group(1)) : parameters(method).indexOf(variable);
    }

    private static boolean asksElsewhere(final @Nullable SpelExpression of)
    {
        return of != null && has(of.getAST(), (node) -> node instanceof BeanReference ||
            node instanceof TypeReference || node instanceof ConstructorReference);
    }

    private static boolean has(final SpelNode node, final Predicate<SpelNode> wanted)
    {
        boolean has = wanted.test(node);
        for (int i = 0; i < node.getChildCount(); i++)
        {
            has |= has(node.getChild(i), wanted);
        }

        return has;
    }

    /**
     * The key of a call.
     *
     * @throws IllegalArgumentException if it has none.
     */
    public String of(final @Nullable Object[] arguments)
    {
        if (value == null)
        {
            return name;
        }
        final String text = text(value, arguments);

        return name.isEmpty() ? text : name + ":" + text;
    }

    private String text(final KeyValue of, final @Nullable Object[] arguments)
    {
        try
        {
            if (parameter >= 0)
            {
                return texts.of(arguments[parameter]);
            }
            final MethodBasedEvaluationContext context =
                new MethodBasedEvaluationContext(new Object(), method, arguments, NAMES);
            context.setBeanResolver(beans);

            return of.text(context, arguments);
        }
        catch (final EvaluationException ex)
        {
            throw new IllegalArgumentException("key '" + shown() + "' of @Locked on " + place +
                " has no value in this call: " + ex.getMessage() + "; correct the expression, or call the " +
                "method with arguments for which it has one", ex);
        }
        catch (final KeyText.Refusal ex)
        {
            // Without a cause: servers print the root one, which would not name the key.
            throw new IllegalArgumentException(
                "key '" + shown() + "' of @Locked on " + place + " " + ex.getMessage());
        }
        catch (final RuntimeException ex)
        {
            throw new IllegalArgumentException("key '" + shown() + "' of @Locked on " + place +
                " has no value in this call, as what it calls has thrown " + ex + "; correct the " +
                "expression, or call the method with arguments for which it has one", ex);
        }
    }

    private String shown()
    {
        return expression == null ? "" : expression.getExpressionString();
    }
}
