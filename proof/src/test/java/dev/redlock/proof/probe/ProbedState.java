// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.probe;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import dev.redlock.client.tck.admission.LeastRights;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.test.resp.RespClient;
import dev.redlock.test.server.Certificate;
import dev.redlock.test.server.RedisServerBuilder;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.TlsFront;

/**
 * A state that a node may be in, and what becomes of its vote for a new lock.
 *
 * @param name      of the state.
 * @param atRestart the vote that a new client of level RESTART gets.
 * @param atStrict  the same at level STRICT.
 * @param server    settings that it takes.
 * @param scene     brings it about.
 */
record ProbedState(
    String name, Cause atRestart, Cause atStrict, UnaryOperator<RedisServerBuilder> server, Scene scene)
{
    private static final Duration ASIDE = Duration.ofSeconds(30);
    private static final int MILLION = 1_000_000;

    /*
     * Longer than a client waits for a vote.
     */
    private static final Duration LATE =
        Duration.ofNanos(new EngineConfig.Draft().maxNodeTimeoutNs).plusMillis(50);

    /**
     * Brings a state about.
     */
    interface Scene
    {
        void on(Stage stage) throws Exception;
    }

    Cause at(final QuarantineLevel level)
    {
        return level == QuarantineLevel.STRICT ? atStrict : atRestart;
    }

    @Override
    public String toString()
    {
        return name;
    }

    private static ProbedState votes(final String name, final Scene scene)
    {
        return state(name, Cause.GRANTED, scene);
    }

    private static ProbedState away(final String name, final Scene scene)
    {
        return state(name, Cause.NOT_CONNECTED, scene);
    }

    private static ProbedState cannotWrite(final String name, final Scene scene)
    {
        return state(name, Cause.SERVER_ERROR, scene);
    }

    private static ProbedState waits(final String name, final Scene scene)
    {
        return state(name, Cause.QUARANTINED, scene);
    }

    private static ProbedState state(final String name, final Cause vote, final Scene scene)
    {
        return new ProbedState(name, vote, vote, UnaryOperator.identity(), scene);
    }

    private ProbedState with(final UnaryOperator<RedisServerBuilder> settings)
    {
        return new ProbedState(name, atRestart, atStrict, settings, scene);
    }

    private ProbedState strict(final Cause vote)
    {
        return new ProbedState(name, atRestart, vote, server, scene);
    }

    static List<ProbedState> all()
    {
        return Stream.of(writing(), clocks(), data(), settings(), rights(), connections())
            .flatMap(List::stream).toList();
    }

    private static List<ProbedState> writing()
    {
        return List.of(
            votes("good", (stage) -> {}),
            cannotWrite("OOM", (stage) -> stage.set("maxmemory", "1")),
            cannotWrite("OOM although keys may be evicted, as none is left", (stage) ->
            {
                stage.set("maxmemory", "1");
                stage.set("maxmemory-policy", "volatile-lru");
            }).strict(Cause.NOT_CONNECTED),
            votes("memory again after OOM", (stage) ->
            {
                stage.set("maxmemory", "1");
                stage.set("maxmemory", "0");
            }),
            cannotWrite("MISCONF", (stage) ->
            {
                Files.createDirectory(stage.directory().resolve("dump.rdb"));
                stage.call("SET", "other", "x");
                stage.call("BGSAVE");
                stage.awaitInfo("rdb_last_bgsave_status:err");
            }).with((server) -> server.setting("save", "3600 1")),
            cannotWrite("NOREPLICAS", (stage) -> stage.set("min-replicas-to-write", "1")),
            away("writes are paused", (stage) -> stage.call("CLIENT", "PAUSE", "600000", "WRITE")),
            away("BUSY", (stage) ->
            {
                final RespClient other = stage.keep(stage.subject.client());
                other.send("EVAL", "while true do end", "0");
                stage.awaitError("BUSY");
            }).with((server) -> server.setting("lua-time-limit", "20")),
            away("LOADING", (stage) ->
            {
                stage.call("DEBUG", "POPULATE", "60000");
                stage.call("SAVE");
                stage.subject.kill();
                stage.subject.launch();
                stage.awaitError("LOADING");
            }).with((server) -> server.setting("enable-debug-command", "yes")
                .setting("key-load-delay", "1000").setting("loading-process-events-interval-bytes", "1024")));
    }

    private static List<ProbedState> clocks()
    {
        return List.of(
            waits("clock ahead", (stage) -> stage.clock.step(ASIDE)),
            waits("clock behind", (stage) -> stage.clock.step(ASIDE.negated())),
            votes("clock ahead by what NTP tolerates", (stage) -> stage.clock.step(Duration.ofMillis(500))),
            waits("clock ahead, and another node is down", (stage) ->
            {
                stage.clock.step(ASIDE);
                stage.uris.set(0, "redis://127.0.0.1:" + freePort());
            }),
            state("clock ahead, and a minority of the nodes is up", Cause.CLOCK_DOUBTED, (stage) ->
            {
                stage.clock.step(ASIDE);
                stage.uris.set(0, "redis://127.0.0.1:" + freePort());
                stage.uris.add(0, "redis://127.0.0.1:" + freePort());
                stage.uris.add(0, "redis://127.0.0.1:" + freePort());
            }).strict(Cause.NOT_CONNECTED),
            waits("clock frozen", (stage) -> stage.clock.standStill()),
            waits("clock fast", (stage) -> stage.clock.gain(MILLION / 2)),
            waits("clock slow", (stage) -> stage.clock.gain(-MILLION / 2)));
    }

    private static List<ProbedState> data()
    {
        return List.of(
            waits("young", (stage) ->
            {
                stage.isFresh = false;
                if (stage.isStrict())
                {
                    stage.call("DEL", Stage.PREFIX + "redlock:inc");
                    stage.declare(true);
                }
            }),
            votes("emptied", (stage) -> stage.call("FLUSHALL")).strict(Cause.NOT_CONNECTED),
            votes("something else in place of its marker", (stage) ->
                stage.call("SET", Stage.PREFIX + "redlock:inc", "x")).strict(Cause.NOT_CONNECTED));
    }

    private static List<ProbedState> settings()
    {
        return List.of(
            away("replica, READONLY", (stage) ->
            {
                stage.call("REPLICAOF", "127.0.0.1", portOf(stage.uris.get(0)));
                stage.awaitInfo("master_link_status:up");
            }),
            away("replica without its master", (stage) -> stage.call("REPLICAOF", "127.0.0.1", "1"))
                .with((server) -> server.setting("replica-serve-stale-data", "no")),
            away("node of a cluster", (stage) -> stage.subjectIs(RedisServerProcess.builder().cluster())),
            votes("may evict", (stage) ->
            {
                stage.set("maxmemory", "100mb");
                stage.set("maxmemory-policy", "allkeys-lru");
            }).strict(Cause.NOT_CONNECTED),
            votes("may evict once a limit is set", (stage) -> stage.set("maxmemory-policy", "allkeys-lru"))
                .strict(Cause.NOT_CONNECTED),
            votes("has a replica", (stage) -> stage.keep(RedisServerProcess.builder()
                .replicaOf("127.0.0.1", stage.subject.port()).start())),
            away("duplicate", (stage) ->
                stage.subjectIs(stage.uris.get(0).replace("127.0.0.1", "localhost"))),
            away("no such database", (stage) -> stage.subjectIs(stage.subject.uri() + "/99")),
            away("without SET", (stage) -> stage.subjectIs(
                RedisServerProcess.builder().setting("rename-command", "SET \"\""))));
    }

    /*
     * Each command of the documented rights is left out once. What may be missing, and what is missed with a
     * level only, has a vote of its own.
     */
    private static List<ProbedState> rights()
    {
        final List<ProbedState> states = new ArrayList<>();
        states.add(votes("documented rights", (stage) -> stage.userIs(LeastRights.ALWAYS)));
        for (final String right : LeastRights.ALWAYS)
        {
            if (right.startsWith("+"))
            {
                final List<String> others = new ArrayList<>(LeastRights.ALWAYS);
                others.remove(right);
                final ProbedState state = state("without " + right, switch (right)
                {
                    case "+set", "+get", "+del", "+pexpire", "+pttl" -> Cause.NOT_CONNECTED;
                    default -> Cause.GRANTED;
                }, (stage) -> stage.userIs(others));
                states.add(switch (right)
                {
                    case "+time" -> state.strict(Cause.NOT_CONNECTED);
                    case "+info" -> state.strict(Cause.QUARANTINED);
                    default -> state;
                });
            }
        }
        final List<String> noScripts = new ArrayList<>(LeastRights.ALWAYS);
        noScripts.removeAll(List.of("+eval", "+evalsha"));
        states.add(away("without +eval and +evalsha", (stage) -> stage.userIs(noScripts)));

        return states;
    }

    private static List<ProbedState> connections()
    {
        return List.of(
            away("nobody listens", (stage) -> stage.subjectIs("redis://127.0.0.1:" + freePort())),
            away("killed", (stage) -> stage.subject.kill()),
            away("stopped", (stage) ->
            {
                stage.subject.pause();
                stage.keep(stage.subject::resume);
            }),
            away("silent", (stage) -> stage.proxy().mute()),
            away("hangs up", (stage) -> stage.proxy().refuse()),
            away("name unknown", (stage) -> stage.subjectIs("redis://node.invalid:6379")),
            away("slower than a vote may be", (stage) -> stage.proxy().replies().delay(LATE)),
            votes("slow", (stage) -> stage.proxy().replies().delay(Duration.ofMillis(20))),
            away("wrong password", (stage) ->
            {
                stage.set("requirepass", "right-one");
                stage.subjectIs("redis://:wrong-one@127.0.0.1:" + stage.subject.port());
            }),
            away("password missing", (stage) -> stage.set("requirepass", "right-one")),
            votes("password that nobody asks for", (stage) ->
                stage.subjectIs("redis://:needless@127.0.0.1:" + stage.subject.port())),
            away("TLS where none is", (stage) ->
                stage.subjectIs("rediss://127.0.0.1:" + stage.subject.port())),
            away("no TLS where it is", (stage) ->
            {
                final Certificate certificate = Certificate.ofLoopback();
                stage.subjectIs("redis://127.0.0.1:" + stage.keep(new TlsFront(
                    certificate.serverContext(certificate), false, stage.subject.port())).port());
            }),
            away("maxclients", (stage) ->
            {
                final RespClient first = stage.keep(stage.subject.client());
                first.call("CONFIG", "SET", "maxclients", "4");
                for (int i = 1; i < 4; i++)
                {
                    stage.keep(stage.subject.client()).call("PING");
                }
            }));
    }

    private static int freePort() throws Exception
    {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress()))
        {
            return socket.getLocalPort();
        }
    }

    private static String portOf(final String uri)
    {
        return uri.substring(uri.lastIndexOf(':') + 1);
    }
}
