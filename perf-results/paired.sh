#!/bin/sh
#
# perf-results/paired.sh BEFORE.jar AFTER.jar [bench options]: what a change costs, over what the machine does anyway.
#
# Each round runs `bench` with BEFORE, with AFTER and with BEFORE again, each in a new JVM, so that a machine that is slow for
# a minute is slow for all three. Printed are the ratios AFTER by BEFORE and, as a control, BEFORE by BEFORE: median and an
# interval of 95 % for it (of 15 ratios in order the 4th to the 12th, which holds whatever their distribution).
# ROUNDS is 15 unless set; fewer say less, and below 6 there is no such interval. Leave the machine alone meanwhile.
#
set -eu

before=$1
after=$2
shift 2
rounds=${ROUNDS:-15}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT


figure()
{
    sed -n "s/.*\"$1\": *\([0-9.eE+-]*\).*/\1/p" "$2" | head -n 1
}

round=0
while [ "$round" -lt "$rounds" ]
do
    round=$((round + 1))
    for side in a b c
    do
        jar=$before
        [ "$side" != b ] || jar=$after
        java -jar "$jar" bench --warmup "${WARMUP:-3}s" --seconds "${SECONDS_EACH:-3}" --json "$work/$side$round.json" "$@" \
            > /dev/null 2> "$work/log" || { cat "$work/log" >&2; exit 1; }
    done
    echo "round $round of $rounds: acquire p50 before $(figure acquire_p50_us "$work/a$round.json")," \
        "after $(figure acquire_p50_us "$work/b$round.json"), before $(figure acquire_p50_us "$work/c$round.json") us" >&2
done

echo "java -jar JAR bench --warmup ${WARMUP:-3}s --seconds ${SECONDS_EACH:-3} $*, $rounds rounds, $(nproc) cores"
for name in acquire_p50_us cycle_p50_us cycles_per_second allocated_bytes_per_cycle
do
    for side in b c
    do
        round=0
        while [ "$round" -lt "$rounds" ]
        do
            round=$((round + 1))
            echo "$(figure $name "$work/a$round.json") $(figure $name "$work/$side$round.json")"
        done |
            if [ $name = allocated_bytes_per_cycle ]
            then
                sort -k 2 -n | awk -v what="$([ $side = b ] && echo after || echo before)" '
                    { value[NR] = $2 }
                    END { printf "  %-12s %s: median %.3f, most %.3f\n", what, "allocated B/cycle", value[int((NR + 1) / 2)], value[NR] }'
            else
                awk '{ print $2 / $1 }' | sort -n | awk -v what="$name" -v side="$([ $side = b ] && echo after/before || echo before/before)" '
                    { ratio[NR] = $1 }
                    END {
                        # The largest k for which k-th to (n + 1 - k)-th covers the median with 95 %: binomial, p = 1/2.
                        n = NR; below = 0; term = 0.5 ^ n; k = 0
                        while (2 * (below + term) <= 0.05) { below += term; k++; term = term * (n - k + 1) / k }
                        interval = k < 1 ? "too few rounds for an interval" : sprintf("95 %%: %.3f to %.3f", ratio[k], ratio[n + 1 - k])
                        median = n % 2 ? ratio[(n + 1) / 2] : (ratio[n / 2] + ratio[n / 2 + 1]) / 2
                        printf "  %-18s %-13s %.3f (%s)\n", what, side, median, interval
                    }'
            fi
    done
done
