// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import java.util.List;

import dev.redlock.engine.settings.DurabilityRule;
import dev.redlock.engine.settings.FenceRule;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Operation;
import dev.redlock.spi.ReleaseMethod;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Script;

/**
 * The commands of the lock, as templates: everything that the engine sends. Each says which replies it can
 * have. The owner token is byte slot {@link Operation#TOKEN}, the time to live in milliseconds is number slot
 * {@link #TTL}.
 */
public final class Commands
{
    /**
     * Number slot of the time to live.
     */
    public static final int TTL = 0;

    /**
     * Number slot of the number that a heartbeat must bring back.
     */
    public static final int NONCE = 0;

    /**
     * Byte slot of the marker that a node must have.
     */
    public static final int MARKER = 1;

    private static final String EXACTLY = "exactly";

    /**
     * Number slot of the fencing token.
     */
    public static final int FENCING_TOKEN = 1;

    /**
     * What follows the key of a lock in the name of its fence.
     */
    public static final String FENCE = ":fence";

    /**
     * So many bytes at the beginning of a marker tell one incarnation from another.
     */
    public static final int INCARNATION_LENGTH = 35;

    private static final int DELEX = OperationKind.values().length;
    private static final int CAD = DELEX + 1;

    private final List<CommandTemplate> all;
    private final CommandTemplate[] byId;
    private final String markerKey;

    /**
     * Builds the templates of commands that look at no marker.
     *
     * @param scripts as in the other constructor.
     * @param rule    as in the other constructor.
     */
    public Commands(final List<Script> scripts, final FenceRule rule)
    {
        this(scripts, rule, null);
    }

    /**
     * Builds the templates.
     *
     * @param scripts   named release, extend, fence, unfence and acquire; extend may also shorten the life of
     *                  a key, with one more argument. With a marker also marked-acquire, marked-extend and
     *                  marked-fence, which take its key and what it must be behind their other keys and
     *                  arguments.
     * @param rule      how long fences are kept, and which fencing tokens are plausible.
     * @param markerKey of the marker that acquisitions and extensions must find, and heartbeats ask for; null
     *                  for none. Releases never look at it.
     */
    public Commands(final List<Script> scripts, final FenceRule rule, final String markerKey)
    {
        this(scripts, rule, markerKey, DurabilityRule.NONE);
    }

    /**
     * Builds the templates of an engine whose locks may ask for durable votes.
     *
     * @param scripts    as in the other constructor.
     * @param rule       as in the other constructor.
     * @param markerKey  as in the other constructor.
     * @param durability how a node confirms that a vote is durable.
     */
    public Commands(final List<Script> scripts, final FenceRule rule, final String markerKey,
        final DurabilityRule durability)
    {
        this.markerKey = markerKey;
        final String marked = markerKey == null ? "" : "marked-";
        final Script release = named(scripts, "release");
        final Script extend = named(scripts, "extend");
        final Script fence = named(scripts, marked + "fence");
        final Script acquire = named(scripts, marked + "acquire");
        final Script prolong = named(scripts, marked + "extend");
        final Script unfence = named(scripts, "unfence");
        final int token = Operation.TOKEN;
        final String ttl = Long.toString(rule.ttlMs());
        final String window = Long.toString(rule.windowUs());
        all = List.of(
            named(OperationKind.ACQUIRE, "acquire")
                .literal("SET").key().bytes(token).literal("NX", "PX").number(TTL)
                .answers(Reply.Kind.OK, Reply.Kind.NIL).build(),
            marked(plain(OperationKind.EXTEND, "extend by EVALSHA", prolong)).answersNumbers(1).build(),
            marked(plain(OperationKind.EXTEND_WITH_TEXT, "extend by EVAL", prolong))
                .answersNumbers(1).build(),
            named(OperationKind.RELEASE, "release by EVALSHA")
                .literal("EVALSHA", release.sha1(), "1").key().bytes(token).answersNumbers(1).build(),
            named(OperationKind.RELEASE_WITH_TEXT, "release by EVAL")
                .literal("EVAL", release.text(), "1").key().bytes(token).answersNumbers(1).build(),
            named(OperationKind.RELEASE_NATIVE, "release by DELIFEQ")
                .literal("DELIFEQ").key().bytes(token).answersNumbers(1).build(),
            named(OperationKind.RELEASE_AFTER, "release after a while by EVALSHA")
                .literal("EVALSHA", extend.sha1(), "1").key().bytes(token).number(TTL).literal(EXACTLY)
                .answersNumbers(1).build(),
            named(OperationKind.RELEASE_AFTER_WITH_TEXT, "release after a while by EVAL")
                .literal("EVAL", extend.text(), "1").key().bytes(token).number(TTL).literal(EXACTLY)
                .answersNumbers(1).build(),
            marked(fence(OperationKind.FENCED_ACQUIRE, "acquire by EVALSHA, fenced", fence, true)
                .literal(ttl, window)).answersTime().answersNumbers(4).build(),
            marked(fence(OperationKind.FENCED_ACQUIRE_WITH_TEXT, "acquire by EVAL, fenced", fence, true)
                .literal(ttl, window)).answersTime().answersNumbers(4).build(),
            marked(fence(OperationKind.FENCED_EXTEND, "extend by EVALSHA, fenced", fence, true)
                .literal(ttl, "0")).answersTime().answersNumbers(4).build(),
            marked(fence(OperationKind.FENCED_EXTEND_WITH_TEXT, "extend by EVAL, fenced", fence, true)
                .literal(ttl, "0")).answersTime().answersNumbers(4).build(),
            fence(OperationKind.FENCED_RELEASE, "release by EVALSHA, fenced", unfence, false)
                .literal(ttl, window).answersNumbers(1).build(),
            fence(OperationKind.FENCED_RELEASE_WITH_TEXT, "release by EVAL, fenced", unfence, false)
                .literal(ttl, window).answersNumbers(1).build(),
            named(OperationKind.PING, "ping").literal("PING").number(NONCE)
                .answers(Reply.Kind.TEXT).build(),
            named(OperationKind.TIME, "time").literal("TIME").answersNumbers(2).build(),
            info(OperationKind.REPLICATION, "replication"),
            marked(plain(OperationKind.ACQUIRE_BY_SCRIPT, "acquire by EVALSHA", acquire))
                .answersTime().answersNumbers(4).build(),
            marked(plain(OperationKind.ACQUIRE_WITH_TEXT, "acquire by EVAL", acquire))
                .answersTime().answersNumbers(4).build(),
            barrier(durability), confirmation(durability), questionFor(markerKey),
            info(OperationKind.MEMORY, "memory"), barrierAnew(durability),
            CommandTemplate.of(DELEX, "release by DELEX")
                .literal("DELEX").key().literal("IFEQ").bytes(token).answersNumbers(1).build(),
            CommandTemplate.of(CAD, "release by CAD")
                .literal("CAD").key().bytes(token).answersNumbers(1).build());
        byId = all.toArray(new CommandTemplate[0]);
    }

    /**
     * All templates, for {@link dev.redlock.spi.TransportContext}.
     *
     * @return immutable, each at the place of its id.
     */
    public List<CommandTemplate> all()
    {
        return all;
    }

    /**
     * The command of an operation; of the native releases, which are all answered alike, the first.
     */
    public CommandTemplate of(final OperationKind kind)
    {
        return byId[kind.ordinal()];
    }

    /**
     * The command that releases by the method of a node.
     */
    public CommandTemplate release(final ReleaseMethod method)
    {
        return method == ReleaseMethod.DELEX ? byId[DELEX] : method == ReleaseMethod.CAD ? byId[CAD] :
            of(OperationKind.releaseBy(method, false, false));
    }

    /**
     * Whether nodes must have a marker: a plain lock is acquired by script then, too.
     */
    public boolean areMarked()
    {
        return markerKey != null;
    }

    private CommandTemplate.Builder plain(final OperationKind kind, final String name, final Script script)
    {
        return withMarkerKey(call(kind, name, script, markerKey == null ? "1" : "2").key(), true)
            .bytes(Operation.TOKEN).number(TTL);
    }

    private CommandTemplate.Builder fence(
        final OperationKind kind, final String name, final Script script, final boolean isMarked)
    {
        final String count = isMarked && markerKey != null ? "3" : "2";
        final CommandTemplate.Builder keys = call(kind, name, script, count).key().keyWith(FENCE);

        return withMarkerKey(keys, isMarked).bytes(Operation.TOKEN).number(TTL).number(FENCING_TOKEN);
    }

    private static CommandTemplate.Builder call(
        final OperationKind kind, final String name, final Script script, final String keys)
    {
        return named(kind, name).literal(
            kind.isText() ? "EVAL" : "EVALSHA", kind.isText() ? script.text() : script.sha1(), keys);
    }

    private CommandTemplate.Builder withMarkerKey(final CommandTemplate.Builder keys, final boolean isMarked)
    {
        return isMarked && markerKey != null ? keys.literal(markerKey) : keys;
    }

    private CommandTemplate.Builder marked(final CommandTemplate.Builder command)
    {
        return markerKey == null ? command : command.bytes(MARKER);
    }

    private static CommandTemplate info(final OperationKind kind, final String section)
    {
        return named(kind, section).literal("INFO", section).answers(Reply.Kind.TEXT).build();
    }

    private static CommandTemplate barrier(final DurabilityRule durability)
    {
        return named(OperationKind.BARRIER, "barrier")
            .literal(durability.barrierCommand()).answersNumbers(1).build();
    }

    private static CommandTemplate barrierAnew(final DurabilityRule durability)
    {
        return named(OperationKind.BARRIER_ANEW, "barrier anew")
            .literal(durability.barrierAnew()).answers(Reply.Kind.OK).build();
    }

    private static CommandTemplate confirmation(final DurabilityRule durability)
    {
        return named(OperationKind.CONFIRM, "confirmation").literal(durability.confirmation())
            .answersNumbers(durability.answers()).build();
    }

    private static CommandTemplate questionFor(final String markerKey)
    {
        return named(OperationKind.MARKER, "marker").literal("GET", markerKey == null ? "" : markerKey)
            .answers(Reply.Kind.TEXT, Reply.Kind.NIL).build();
    }

    private static Script named(final List<Script> scripts, final String name)
    {
        for (final Script script : scripts)
        {
            if (script.name().equals(name))
            {
                return script;
            }
        }

        throw new IllegalArgumentException("there is no script " + name + " among " + scripts);
    }

    private static CommandTemplate.Builder named(final OperationKind kind, final String name)
    {
        return CommandTemplate.of(kind.ordinal(), name);
    }
}
