// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Answer;
import dev.redlock.test.resp.RespClient;
import dev.redlock.test.resp.RespError;
import dev.redlock.test.server.RedisServerProcess;

/**
 * Those who wait, at a node in memory and at a real server: the same calls, and the same answers, keys and
 * messages.
 */
class LineAgainstServerTest
{
    private static final int COMMANDS = 4000;
    private static final String ALWAYS_WITHIN = Long.toString(1L << 52);
    private static final Pattern TIME = Pattern.compile("\\b1[4-9]\\d{11,14}\\b");
    private static final String[] OWNERS = {
        "anna............0001", "anna............0002", "bert|\n0|........0001", "bert............0002",
        "cleo............0001", "dora............0001"};
    private static final String[] MARKERS = {
        "1|" + "a".repeat(32) + "|1|rest", "1|" + "a".repeat(32) + "|2|rest",
        "1|" + "b".repeat(32) + "|1|rest"};
    private static final String[] FORGED = {
        "1000000000000+1||from the past", "9000000000000+1||from the future", "9000000000000", "no ticket"};
    private static final Map<String, String> NAMES = Map.of(Scripts.waiting().text(), "waiting",
        Scripts.pass().text(), "pass", Scripts.marked(Scripts.waiting()).text(), "marked");

    private final SplittableRandom random = new SplittableRandom(23);
    private final MemoryNetwork network = MemoryNetwork.ofNodes(1, 1);
    private boolean isSound = true;
    private String others;

    /*
     * What both answer to what is drawn, and what they tell. Nobody hears cleo, and dora twice.
     */
    private List<String> said(final Supplier<String[]> draw)
    {
        network.teachLocks();
        final MemoryClient model = new MemoryClient(network, "client").connect();
        final List<MemoryClient> modelEars = new ArrayList<>();
        final List<String> said = new ArrayList<>();
        try (RedisServerProcess server = RedisServerProcess.builder().start();
            RespClient real = server.client();
            RespClient anna = server.client();
            RespClient bertAndDora = server.client();
            RespClient dora = server.client())
        {
            final List<RespClient> ears = List.of(anna, bertAndDora, dora);
            final List<List<String>> boxes = List.of(List.of("m:anna"), List.of("m:bert", "m:dora"),
                List.of("m:dora"));
            for (int i = 0; i < ears.size(); i++)
            {
                modelEars.add(new MemoryClient(network, "ear " + i).connect());
                for (final String box : boxes.get(i))
                {
                    modelEars.get(i).call(0, "SUBSCRIBE", box);
                    ears.get(i).call("SUBSCRIBE", box);
                }
            }

            for (int i = 0; i < COMMANDS; i++)
            {
                final String[] command = draw.get();
                if (command.length == 1)
                {
                    put(command[0], real);
                    continue;
                }
                final String fromModel = told(model.call(0, (Object[])command)) + heardInMemory(modelEars);
                final String words = Stream.of(command).map((word) -> NAMES.getOrDefault(word, word))
                    .collect(Collectors.joining(" "));
                said.add(words + " -> " + fromModel);
                assertThat(fromModel).as("the last of %s", said.subList(Math.max(0, said.size() - 10),
                    said.size())).isEqualTo(told(real, command) + heard(ears));
            }
        }

        return said;
    }

    @Test
    void shouldStandInLineAsAtARealServer()
    {
        final List<String> said = said(this::draw);

        for (final String end : List.of("waiting .* -> time", "waiting .* -> \\[0,", "waiting .* -> \\[-1,",
            "waiting .* -> \\[-2,", "marked .* -> \\[-3,", "marked .* -> \\[-4,", "marked .* -> time",
            "waiting .* -> error OOM", "waiting .* -> error READONLY", "waiting .* -> error WRONGTYPE",
            "waiting .* -> error ERR", "pass .* -> error WRONGTYPE", "pass .* -> error READONLY",
            "waiting .*; g(anna|bert)", "waiting .*; w(anna|bert)", "pass .* -> \\[1, 1, \\d+]; g",
            "pass .* -> \\[0, 1,", "pass .* -> \\[1, 0,", "pass .* -> \\[1, 1, \\d+]$"))
        {
            final Pattern wanted = Pattern.compile("^EVAL " + end, Pattern.DOTALL);
            assertThat(said.stream().filter((words) -> wanted.matcher(words).find()).count()).as(end)
                .isPositive();
        }
    }

    @Test
    void shouldKnowHashesAndSortedSetsAsARealServer()
    {
        final List<String> said = said(this::drawCommand);

        assertThat(said).anyMatch((words) -> words.matches("ZRANGE .* -> \\[.*(\\d), \\w, \\1.*"))
            .anyMatch((words) -> words.matches("ZREM .* -> 1"))
            .anyMatch((words) -> words.matches("HDEL .* -> 1"))
            .anyMatch((words) -> words.matches("HMGET .* -> \\[nil, \\w.*"))
            .anyMatch((words) -> words.endsWith("-> error WRONGTYPE"));
    }

    private String[] drawCommand()
    {
        final String key = random.nextBoolean() ? "a" : "b";
        final String name = List.of("x", "y", "z").get(random.nextInt(3));
        final String from = Integer.toString(random.nextInt(7) - 3);
        final String to = Integer.toString(random.nextInt(7) - 3);
        final List<String[]> commands = List.of(
            words("ZADD", key, number(4), name),
            words("ZADD", key, number(4), name),
            words("ZADD", key, "NX", number(4), name),
            words("ZADD", key, "NX", number(4)),
            words("ZREM", key, name),
            words("ZREM", key, name, "x"),
            words("ZRANGE", key, from, to),
            words("ZRANGE", key, "0", "-1", "WITHSCORES"),
            words("ZRANGE", key, "0", "-1", "WITHSCORES", "x"),
            words("ZRANK", key, name),
            words("ZCARD", key),
            words("HSET", key, name, number(4)),
            words("HSET", key, name, number(4), "x", "new"),
            words("HSET", key, name, number(4), "x"),
            words("HGET", key, name),
            words("HMGET", key, name, "x"),
            words("HDEL", key, name),
            words("HDEL", key, name, "y"),
            words("EXISTS", key),
            words("PEXPIRE", key, ttl()),
            words("PTTL", key),
            random.nextInt(3) == 0 ? words("SET", key, "value") : words("DEL", key));

        return commands.get(random.nextInt(commands.size()));
    }

    private void put(final String state, final RespClient real)
    {
        isSound = state.equals("sound");
        final boolean isReplica = state.equals("replica");
        real.call("CONFIG", "SET", "maxmemory", state.equals("short") ? "1" : "0");
        real.call("REPLICAOF", isReplica ? "127.0.0.1" : "NO", isReplica ? "1" : "ONE");
        final MemoryNode node = network.node(0);
        node.serve();
        if (state.equals("short"))
        {
            node.runShortOfMemory();
        }
        if (isReplica)
        {
            node.refuseWrites("READONLY You can't write against a read only replica.");
        }
    }

    /*
     * A life of -1 has ended for all others, and some tickets are forged. The age of a ticket does not show,
     * as what is left is always more than the most.
     */
    private String[] draw()
    {
        if (!isSound && random.nextInt(12) == 0)
        {
            return words("sound");
        }
        if (others != null && random.nextInt(12) == 0)
        {
            final String gone = others;
            others = null;

            return words("DEL", gone);
        }
        final int kind = random.nextInt(32);
        final boolean isFenced = random.nextInt(3) == 0;
        final String key = isFenced ? "f" : "k";
        if (kind < 10)
        {
            return waiting(key, isFenced);
        }
        if (kind < 20)
        {
            return pass(key, isFenced);
        }

        return switch (kind)
        {
            case 20 -> words("DEL", key);
            case 21 -> random.nextInt(4) > 0 ? words("GET", key) : words("SET", key, "foreign", "PX", ttl());
            case 22, 23 -> words("ZRANGE", key + ":line", "0", "-1", "WITHSCORES");
            case 24 -> words("HGET", key + ":tickets", owner());
            case 25, 30, 31 ->
                words("HSET", key + ":tickets", owner(), FORGED[random.nextInt(FORGED.length)]);
            case 26 -> words("PTTL", random.nextBoolean() ? key : key + ":line");
            case 27 -> random.nextInt(4) > 0 ? words("GET", "f:fence") :
                random.nextInt(3) > 0 ? words("DEL", "f:fence") :
                random.nextBoolean() ? words("SET", "f:fence", "no fence") :
                    words("HSET", "f:fence", "f", "v");
            case 28 -> random.nextInt(3) > 0 ? words("SET", "m", marker()) :
                random.nextInt(3) > 0 ? words("DEL", "m") : words("HSET", "m", "f", "v");
            default -> random.nextBoolean() ? words(random.nextBoolean() ? "short" : "replica") : other(key);
        };
    }

    /*
     * A key of somebody else, which does not stay for long.
     */
    private String[] other(final String key)
    {
        others = key + (random.nextBoolean() ? ":line" : ":tickets");

        return random.nextBoolean() ? words("SET", others, "x") : words("HSET", others, "f", "v");
    }

    private String[] waiting(final String key, final boolean isFenced)
    {
        final boolean isMarked = random.nextInt(4) == 0;
        final List<String> call = new ArrayList<>(List.of("EVAL",
            (isMarked ? Scripts.marked(Scripts.waiting()) : Scripts.waiting()).text()));
        addKeys(call, key, isFenced, isMarked);
        addCommon(call, isFenced);
        call.addAll(List.of(ttl(), since(), number(1000), number(3), sign(), "info|" + number(9)));
        if (isMarked)
        {
            call.add(marker());
        }

        return call.toArray(String[]::new);
    }

    private String[] pass(final String key, final boolean isFenced)
    {
        final boolean isMarked = random.nextInt(4) == 0;
        final List<String> call = new ArrayList<>(List.of("EVAL", Scripts.pass().text()));
        addKeys(call, key, isFenced, isMarked);
        addCommon(call, isFenced);
        call.addAll(List.of(random.nextInt(4) == 0 ? "0" : "1", number(40), isMarked ? marker() : ""));
        if (random.nextInt(3) == 0)
        {
            call.addAll(List.of(owner(), since(), number(1000), sign(), "next"));
        }

        return call.toArray(String[]::new);
    }

    private static void addKeys(
        final List<String> call, final String key, final boolean isFenced, final boolean isMarked)
    {
        call.add(Integer.toString(3 + (isFenced ? 1 : 0) + (isMarked ? 1 : 0)));
        call.addAll(List.of(key, key + ":line", key + ":tickets"));
        if (isFenced)
        {
            call.add(key + ":fence");
        }
        if (isMarked)
        {
            call.add("m");
        }
    }

    private void addCommon(final List<String> call, final boolean isFenced)
    {
        call.addAll(List.of(owner(), random.nextInt(12) == 0 ? "-1" : "1000000", "900000", ttl(), "m:",
            isFenced ? ttl() : "0", random.nextInt(6) == 0 ? "1" : ALWAYS_WITHIN,
            isFenced ? number(40) : "0"));
    }

    private String owner()
    {
        return OWNERS[random.nextInt(OWNERS.length)];
    }

    private String marker()
    {
        return MARKERS[random.nextInt(3) > 0 ? 0 : random.nextInt(MARKERS.length)];
    }

    private String sign()
    {
        return random.nextInt(5) == 0 ? "-" : "+";
    }

    private String since()
    {
        return random.nextInt(5) == 0 ? Long.toString(1L << 52) : number(6);
    }

    private String ttl()
    {
        return Integer.toString(50_000 + 100_000 * (1 + random.nextInt(3)));
    }

    private String number(final int bound)
    {
        return Integer.toString(random.nextInt(bound));
    }

    private static String[] words(final String... words)
    {
        return words;
    }

    private String heardInMemory(final List<MemoryClient> ears)
    {
        final StringBuilder heard = new StringBuilder();
        for (final MemoryClient ear : ears)
        {
            ear.pass(MemoryClient.MS);
            ear.messages.forEach((message) -> heard.append("; ").append(plain(new String(message, UTF_8))));
            ear.messages.clear();
        }

        return heard.toString();
    }

    /*
     * A message comes before the answer to what is asked after it.
     */
    private static String heard(final List<RespClient> ears)
    {
        final StringBuilder heard = new StringBuilder();
        for (final RespClient ear : ears)
        {
            ear.send("PING");
            List<?> push = (List<?>)ear.receive();
            while (push.get(0).equals("message"))
            {
                heard.append("; ").append(plain(push.get(2).toString()));
                push = (List<?>)ear.receive();
            }
        }

        return heard.toString();
    }

    private static String told(final Answer answer)
    {
        return switch (answer.kind())
        {
            case NIL -> "nil";
            case NUMBER -> number(answer.number());
            case ERROR -> "error " + answer.text().replaceFirst("(?s) .*", "");
            case LIST -> answer.elements().stream().map(LineAgainstServerTest::told).toList().toString();
            default -> plain(answer.text());
        };
    }

    private static String told(final RespClient server, final String... command)
    {
        try
        {
            return told(server.call(command));
        }
        catch (final RespError ex)
        {
            return "error " + ex.code();
        }
    }

    private static String told(final Object reply)
    {
        if (reply instanceof final List<?> elements)
        {
            return elements.stream().map(LineAgainstServerTest::told).toList().toString();
        }

        return reply == null ? "nil" : reply instanceof final Long number ? number(number) :
            plain(reply.toString());
    }

    /*
     * What is left of times to live, in steps of a hundred seconds.
     */
    private static String number(final long number)
    {
        return plain(Long.toString(
            number < 50_000 || number > 1_000_000 ? number : number / 100_000 * 100_000));
    }

    /*
     * Nobody can foretell a node's time.
     */
    private static String plain(final String text)
    {
        return TIME.matcher(text).replaceAll("time");
    }
}
