#!/bin/sh
#
# perf-results/paired.sh BEFORE.jar AFTER.jar [bench options]: what a change costs, over what the machine does anyway.
#
# In each round `bench` runs three times, with BEFORE, with AFTER and with BEFORE again, and the three JVMs take turns:
# one works for TURN seconds while the others are stopped. So whatever slows the machine slows all three alike. A JVM that goes
# on notices a pause at each turn. What a build then does is in its p99 and in the cycles per second, which are a mean, the more
# the shorter TURN is; medians do not show it. Each has a third of the time, so a third of the cycles. With TURN=0 each works
# to its end before the next starts and has all of the time: nothing is stopped, but what slows the machine for a while slows
# only some of them.
#
# Printed are the ratios of AFTER to the mean of the two BEFORE and, as a control, of one BEFORE to the other: geometric means
# over the rounds, with an interval of 95 % (Student's t over the logarithms). ROUNDS is 15 unless set; WARMUP is 9,
# SECONDS_EACH 24 and TURN 0.2. BEFORE_OPTIONS and AFTER_OPTIONS are options of one side: with one jar on both sides they
# compare two ways to use it, such as BEFORE_OPTIONS='--mode invoker'. Each starts five servers of its own; with --nodes all
# three use those. Leave the machine alone meanwhile.
#
set -eu

before=$1
after=$2
shift 2
rounds=${ROUNDS:-15}
[ "$rounds" -ge 5 ] || { echo "ROUNDS is $rounds, but 5 is the least that says anything" >&2; exit 2; }
turn=${TURN:-0.2}
case $turn in
    0) order="one after the other" ;;
    *[1-9]*) order="in turns of $turn s" ;;
    *) echo "TURN is $turn: a number of seconds, or 0 for one after the other" >&2; exit 2 ;;
esac
work=$(mktemp -d)
pids=
trap 'kill -CONT $pids 2> /dev/null || true; kill $pids 2> /dev/null || true; rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

figure()
{
    sed -n "s/.*\"$1\": *\([0-9.eE+-]*\).*/\1/p" "$2" | head -n 1
}

await()
{
    for pid in $pids
    do
        wait "$pid" || { cat "$work"/?.log >&2; exit 1; }
    done
    pids=
}

# The JVMs take turns until the first has ended; the others have a turn at most left by then.
take_turns()
{
    # shellcheck disable=SC2086
    kill -STOP $pids 2> /dev/null || return 0
    while :
    do
        for pid in $pids
        do
            kill -CONT "$pid" 2> /dev/null || return 0
            sleep "$turn"
            kill -STOP "$pid" 2> /dev/null || return 0
        done
    done
}

round=0
while [ "$round" -lt "$rounds" ]
do
    round=$((round + 1))
    # Each has each place in the row.
    case $((round % 3)) in
        0) sides="a b c" ;;
        1) sides="b c a" ;;
        *) sides="c a b" ;;
    esac
    pids=
    for side in $sides
    do
        jar=$before
        options=${BEFORE_OPTIONS:-}
        [ "$side" != b ] || { jar=$after; options=${AFTER_OPTIONS:-}; }
        # shellcheck disable=SC2086
        java -jar "$jar" bench --warmup "${WARMUP:-9}s" --seconds "${SECONDS_EACH:-24}s" --json "$work/$side$round.json" "$@" \
            $options > /dev/null 2> "$work/$side.log" &
        pids="$pids $!"
        [ "$turn" != 0 ] || await
    done
    if [ "$turn" != 0 ]
    then
        # They start side by side: servers that start must not be waited for in vain.
        sleep 2.5
        take_turns
        # shellcheck disable=SC2086
        kill -CONT $pids 2> /dev/null || true
    fi
    await
    echo "round $round of $rounds: acquire p50 before $(figure acquire_p50_us "$work/a$round.json")," \
        "after $(figure acquire_p50_us "$work/b$round.json"), before $(figure acquire_p50_us "$work/c$round.json") us" >&2
done
pids=

figures()
{
    round=0
    while [ "$round" -lt "$rounds" ]
    do
        round=$((round + 1))
        echo "$(figure "$1" "$work/a$round.json") $(figure "$1" "$work/b$round.json") $(figure "$1" "$work/c$round.json")"
    done
}

echo "java -jar JAR bench --warmup ${WARMUP:-9}s --seconds ${SECONDS_EACH:-24}s $*, before: ${BEFORE_OPTIONS:--}," \
    "after: ${AFTER_OPTIONS:--}, $order, $rounds rounds, $(getconf _NPROCESSORS_ONLN) cores"
for name in acquire_p50_us acquire_p99_us cycle_p50_us cycles_per_second cpu_us_per_cycle
do
    if [ $name = cpu_us_per_cycle ] && [ -z "$(figure $name "$work/a1.json")" ]
    then
        echo "  $name: BEFORE does not say it"
        continue
    fi
    figures $name | awk -v what=$name '
        function line(side, sum, squares)
        {
            mean = sum / NR
            # The 97.5th percentile of t, good to 0.02 from 4 degrees of freedom on.
            t = 1.96 + 2.4 / (NR - 1) + 3 / (NR - 1) ^ 2
            half = t * sqrt((squares - sum * mean) / (NR - 1) / NR)
            printf "  %-18s %-14s %.3f (95 %%: %.3f to %.3f)\n", what, side, exp(mean), exp(mean - half), exp(mean + half)
        }
        {
            after = log($2 / sqrt($1 * $3)); control = log($3 / $1)
            afters += after; afterSquares += after ^ 2; controls += control; controlSquares += control ^ 2
        }
        END { line("after/before", afters, afterSquares); line("before/before", controls, controlSquares) }'
done
figures allocated_bytes_per_cycle | awk '
    { before = $1 > before ? $1 : before; before = $3 > before ? $3 : before; after = $2 > after ? $2 : after }
    END { printf "  allocated B/cycle at most: before %.3f, after %.3f\n", before, after }'
