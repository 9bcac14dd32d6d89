// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Answer;
import dev.redlock.test.Await;
import dev.redlock.test.resp.RespClient;
import dev.redlock.test.resp.RespError;
import dev.redlock.test.server.RedisServerProcess;

/**
 * A model is worth what it has in common with the original: the same commands to a node in memory and to a
 * real server, and the same answers.
 */
class ModelAgainstServerTest
{
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int COMMANDS = 5000;
    private static final long EARLIEST_US = 1_000_000_000_000L;
    private static final String ALWAYS_WITHIN = Long.toString(1L << 52);
    private static final String[] KEYS = {"a", "b", "c"};
    private static final String[] VALUES = {"x", "y", "17", ""};
    private static final String RELEASE = Scripts.release().text();
    private static final String RELEASE_SHA = Scripts.release().sha1();
    private static final String EXTEND = Scripts.extend().text();
    private static final String EXTEND_SHA = Scripts.extend().sha1();
    private static final Map<String, String> NAMES = Map.of(RELEASE, "release", EXTEND, "extend",
        Scripts.fence().text(), "fence", Scripts.unfence().text(), "unfence");

    private static final String SHORT = "a node that is short of memory";
    private static final String REPLICA = "a replica";
    private static final String SOUND = "a sound node";
    private static final List<String> STATES = List.of(SHORT, REPLICA, SOUND);
    private static final int COMMANDS_PER_STATE = 20;

    private final SplittableRandom random = new SplittableRandom(17);

    /**
     * What both answer to what is drawn, most scripts by their names.
     */
    private static List<String> said(final Supplier<String[]> draw)
    {
        final MemoryNetwork network = MemoryNetwork.ofNodes(1, 1);
        network.teachLocks();
        final MemoryClient model = new MemoryClient(network, "client").connect();
        final List<String> said = new ArrayList<>();
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            RespClient real = server.client())
        {
            for (int i = 0; i < COMMANDS; i++)
            {
                final String[] command = draw.get();
                if (STATES.contains(command[0]))
                {
                    said.add(command[0]);
                    put(command[0], network.node(0), real);
                    continue;
                }
                final String fromModel = told(model.call(0, (Object[])command));
                final String fromServer = told(real, command);
                said.add(Stream.of(command).map(word -> NAMES.getOrDefault(word, word))
                    .collect(Collectors.joining(" ")) + " -> " + fromModel);
                assertThat(fromModel).as("the last of %s", said.subList(Math.max(0, i - 10), i + 1))
                    .isEqualTo(fromServer);
            }
        }

        return said;
    }

    /*
     * A replica, of nobody that there is, writes nothing; a node short of memory only what needs none.
     */
    private static void put(final String state, final MemoryNode model, final RespClient real)
    {
        final boolean isReplica = state.equals(REPLICA);
        real.call("CONFIG", "SET", "maxmemory", state.equals(SHORT) ? "1" : "0");
        real.call("REPLICAOF", isReplica ? "127.0.0.1" : "NO", isReplica ? "1" : "ONE");
        model.serve();
        if (state.equals(SHORT))
        {
            model.runShortOfMemory();
        }
        if (isReplica)
        {
            model.refuseWrites("READONLY You can't write against a read only replica.");
        }
    }

    @Test
    void shouldAnswerAsARealServerDoes()
    {
        final List<String> said = said(this::draw);

        assertThat(said).anyMatch((words) -> words.startsWith("EVALSHA") && words.endsWith("-> 1"))
            .anyMatch((words) -> words.endsWith("-> error NOSCRIPT"))
            .anyMatch((words) -> words.endsWith("-> error WRONGTYPE"))
            .anyMatch((words) -> words.startsWith("SET") && words.endsWith("-> nil"));
    }

    /**
     * Windows are such that it does not matter when a token arrives: it is within, or far ahead.
     */
    @Test
    void shouldFenceAsARealServerDoes()
    {
        final List<String> said = said(this::drawFenced);

        for (final String code : List.of("granted", "[0", "[-1", "[-2", "error ERR", "error WRONGTYPE"))
        {
            assertThat(said)
                .anyMatch(words -> words.startsWith("EVAL fence") && words.contains("-> " + code));
        }
        assertThat(said).anyMatch(words -> words.startsWith("EVAL unfence") && words.endsWith("-> 1"));
    }

    /**
     * What single commands are refused, in scripts, too; a script that has written may take memory.
     */
    @Test
    void shouldRefuseWritesAsARealServerDoes()
    {
        final List<String> said = said(this::drawOfStates);

        for (final String end : List.of("error OOM", "error READONLY", "-> 1", "-> granted"))
        {
            assertThat(said).anyMatch(words -> words.startsWith("EVAL fence") && words.endsWith(end) ||
                words.startsWith("EVAL unfence") && words.endsWith(end));
        }
    }

    private String[] drawOfStates()
    {
        return random.nextInt(COMMANDS_PER_STATE) == 0 ? words(STATES.get(random.nextInt(STATES.size()))) :
            random.nextInt(4) == 0 ? draw() : drawFenced();
    }

    /**
     * With another marker, the same but for its epoch, none, or one that is no string.
     */
    @Test
    void shouldLookAtTheMarkerAsARealServerDoes()
    {
        final List<String> said = said(this::drawMarked);

        for (final String end : List.of("granted", "[0, 0, 100000] of 4", "[-3, 0, 0] of 4",
            "[-4, 0, 0] of 4", "-> 1", "-> 0", "-> -3", "-> -4", "-> error WRONGTYPE"))
        {
            assertThat(said).anyMatch(words -> words.startsWith("EVAL -- ") && words.endsWith(end));
        }
    }

    /**
     * The script looks only at the second first, which no window shorter than one allows.
     */
    @Test
    void shouldRefuseATokenOfThisSecondOutsideItsWindow()
    {
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            RespClient real = server.client())
        {
            List<?> time = (List<?>)real.call("TIME");
            while (Long.parseLong((String)time.get(1)) < 300_000)
            {
                time = (List<?>)real.call("TIME");
            }
            final String token = time.get(0) + "000000";

            assertThat(told(real, "EVAL", Scripts.fence().text(), "2", "k", "k:fence", "x", "60000", token,
                "60000", "100000")).isEqualTo("[-2, 0, 0] of 4");
            assertThat(told(real, "EVAL", Scripts.fence().text(), "2", "k", "k:fence", "x", "60000", token,
                "60000", "60000000")).isEqualTo("granted");
        }
    }

    /**
     * What MemoryNodeTest says of a node whose clients are paused.
     */
    @Test
    void shouldLetClientsWaitAsARealServerDoes()
    {
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            RespClient operator = server.client();
            RespClient writer = server.client();
            RespClient reader = server.client())
        {
            final RespClient gone = server.client();
            final String id = gone.call("CLIENT", "ID").toString();
            operator.call("CLIENT", "PAUSE", "60000", "WRITE");
            writer.send("SET", "k", "x", "PX", "60000");
            writer.send("TIME");
            gone.send("SET", "gone", "x");
            assertThat(reader.call("GET", "k")).isNull();
            assertThat(reader.call("SCRIPT", "LOAD", RELEASE)).isEqualTo(RELEASE_SHA);
            reader.send("EVALSHA", RELEASE_SHA, "1", "k", "other");
            reader.send("TIME");
            gone.close();
            Await.parking().until("the server has seen it go", SOON,
                () -> operator.call("CLIENT", "LIST", "ID", id).equals(""));

            final long beforeUs = timeUs(operator.call("TIME"));
            operator.call("CLIENT", "UNPAUSE");
            assertThat(writer.receive()).isEqualTo("OK");
            assertThat(timeUs(writer.receive())).isGreaterThanOrEqualTo(beforeUs);
            assertThat(reader.receive()).isEqualTo(0L);
            assertThat(timeUs(reader.receive())).isGreaterThanOrEqualTo(beforeUs);
            assertThat(operator.call("GET", "gone")).isNull();
        }
    }

    /**
     * What MemoryNodeTest says of a node that loads its last snapshot.
     */
    @Test
    void shouldLoadItsLastSnapshotAsARealServerDoes()
    {
        try (RedisServerProcess server =
                RedisServerProcess.builder().setting("enable-debug-command", "yes").start();
            RespClient real = server.client())
        {
            final String process = runId(real);
            real.call("SCRIPT", "LOAD", RELEASE);
            real.call("SET", "lock", "x");
            real.call("SAVE");
            real.call("SET", "lock", "y");
            real.call("DEBUG", "RELOAD", "NOSAVE");

            assertThat(real.call("GET", "lock")).isEqualTo("x");
            assertThat(real.call("EVALSHA", RELEASE_SHA, "1", "lock", "x")).isEqualTo(1L);
            assertThat(runId(real)).isEqualTo(process);
        }
    }

    private static String runId(final RespClient server)
    {
        return server.call("INFO", "server").toString().lines().filter((line) -> line.startsWith("run_id:"))
            .findFirst().orElseThrow();
    }

    private static long timeUs(final Object time)
    {
        final List<?> parts = (List<?>)time;

        return Long.parseLong((String)parts.get(0)) * 1_000_000 + Long.parseLong((String)parts.get(1));
    }

    private String[] drawMarked()
    {
        final String key = random.nextBoolean() ? "k" : "l";
        final String owner = random.nextBoolean() ? "x" : "y";
        final String ttl = Integer.toString(50_000 + 100_000 * (1 + random.nextInt(3)));
        final String marker = "1|" + (random.nextInt(4) == 0 ? "b" : "a").repeat(32) + "|" +
            (random.nextInt(4) == 0 ? "2" : "1") + "|rest";
        final List<String[]> commands = List.of(
            words("EVAL", Scripts.marked(Scripts.acquire()).text(), "2", key, "m", owner, ttl, marker),
            words("EVAL", Scripts.marked(Scripts.acquire()).text(), "2", key, "m", owner, ttl, marker),
            words("EVAL", Scripts.marked(Scripts.extend()).text(), "2", key, "m", owner, ttl, marker),
            words("EVAL", Scripts.marked(Scripts.fence()).text(), "3", key, key + ":fence", "m", owner, ttl,
                Integer.toString(1 + random.nextInt(12)), ttl, ALWAYS_WITHIN, marker),
            words("EVAL", Scripts.acquire().text(), "1", key, owner, ttl),
            words("DEL", key),
            words("PTTL", key),
            words("GET", "m"),
            random.nextInt(8) == 0 ? words("DEL", "m") : words("SET", "m", marker),
            random.nextInt(8) == 0 ? words("HSET", "m", "f", "v") : words("GET", key),
            random.nextInt(8) == 0 ? words("HSET", key, "f", "v") : words("DEL", key + ":fence"));

        return commands.get(random.nextInt(commands.size()));
    }

    private String[] drawFenced()
    {
        final String key = random.nextBoolean() ? "k" : "l";
        final String fence = key + ":fence";
        final String owner = random.nextBoolean() ? "x" : "y|\n0|";
        final String ttl = Integer.toString(50_000 + 100_000 * (1 + random.nextInt(3)));
        final String token = Integer.toString(1 + random.nextInt(12));
        final String window = random.nextInt(3) == 0 ? "0" : random.nextInt(8) == 0 ? "1" : ALWAYS_WITHIN;
        final String keep = random.nextInt(3) == 0 ? ttl : "0";
        final List<String[]> commands = List.of(
            words("EVAL", Scripts.fence().text(), "2", key, fence, owner, ttl, token, ttl, window),
            words("EVAL", Scripts.fence().text(), "2", key, fence, owner, ttl, token, ttl, window),
            words("EVAL", Scripts.unfence().text(), "2", key, fence, owner, keep, token, ttl, ALWAYS_WITHIN),
            words("EVAL", Scripts.unfence().text(), "2", key, fence, owner, keep, "0", ttl, "0"),
            words("GET", key),
            words("GET", fence),
            words("PTTL", key),
            words("PTTL", fence),
            words("DEL", key),
            random.nextInt(8) == 0 ? words("SET", fence, "no fence") : words("GET", fence),
            random.nextInt(4) == 0 ? words("DEL", fence) : words("GET", key),
            random.nextInt(8) == 0 ? words("HSET", random.nextBoolean() ? key : fence, "f", "v") :
                words("GET", key));

        return commands.get(random.nextInt(commands.size()));
    }

    /*
     * Times to live are either so long that none ends, or such as end at once. What is left of them is looked
     * at in steps of a hundred seconds.
     */
    private String[] draw()
    {
        final String key = KEYS[random.nextInt(KEYS.length)];
        final String value = VALUES[random.nextInt(VALUES.length)];
        final String ttl = Integer.toString(50_000 + 100_000 * (1 + random.nextInt(3)));
        final List<String[]> commands = List.of(
            words("PING"),
            words("SET", key, value),
            words("SET", key, value, "NX", "PX", ttl),
            words("set", key, value, "px", ttl, "nx"),
            words("SET", key, value, "NX"),
            words("SET", key, value, "XX", "PX", ttl),
            words("SET", key, value, "PX", "0"),
            words("SET", key, value, "PX", "-5"),
            words("SET", key, value, "PX", "soon"),
            words("SET", key, value, "PX"),
            words("SET", key),
            words("GET", key),
            words("DEL", key),
            words("EXISTS", key),
            words("APPEND", key, value),
            words("STRLEN", key),
            words("INCRBY", key, "3"),
            words("MSET", key, value, "d", value),
            words("PTTL", key),
            words("PEXPIRE", key, ttl),
            words("PEXPIRE", key, "-1"),
            words("EVAL", RELEASE, "1", key, value),
            words("EVALSHA", RELEASE_SHA, "1", key, value),
            words("EVALSHA", RELEASE_SHA.toUpperCase(Locale.ROOT), "1", key, value),
            words("EVALSHA", RELEASE_SHA, "7", key, value),
            words("EVAL", EXTEND, "1", key, value, ttl),
            words("EVALSHA", EXTEND_SHA, "1", key, value, ttl),
            words("EVAL", EXTEND, "1", key, value, ttl, "exactly"),
            words("SCRIPT", "LOAD", random.nextBoolean() ? RELEASE : EXTEND),
            random.nextInt(4) == 0 ? words("SCRIPT", "FLUSH") : words("NONSUCH", key),
            random.nextInt(4) == 0 ? words("HSET", "c", "field", value) : words("DEL", "c"));

        return commands.get(random.nextInt(commands.size()));
    }

    private static String[] words(final String... words)
    {
        return words;
    }

    private static String told(final Answer answer)
    {
        return switch (answer.kind())
        {
            case NIL -> "nil";
            case NUMBER -> number(answer.number());
            case ERROR -> "error " + firstWord(answer.text());
            case LIST -> fenced(answer.elements().stream().map(Answer::number).toList());
            default -> "'" + answer.text() + "'";
        };
    }

    private static String told(final RespClient server, final String... command)
    {
        final Object reply;
        try
        {
            reply = server.call(command);
        }
        catch (final RespError ex)
        {
            return "error " + ex.code();
        }

        if (reply instanceof final List<?> numbers)
        {
            return fenced(numbers.stream().map(number -> (Long)number).toList());
        }

        return reply == null ? "nil" : reply instanceof Long ? number((Long)reply) : "'" + reply + "'";
    }

    /*
     * All but the node's time, which nobody can foretell.
     */
    private static String fenced(final List<Long> numbers)
    {
        return numbers.stream().limit(3).map(ModelAgainstServerTest::number).toList() + " of " +
            numbers.size();
    }

    private static String number(final long number)
    {
        return number > EARLIEST_US ? "granted" :
            Long.toString(number < 50_000 ? number : number / 100_000 * 100_000);
    }

    private static String firstWord(final String text)
    {
        final int space = text.indexOf(' ');

        return space < 0 ? text : text.substring(0, space);
    }
}
