#!/bin/sh
#
# perf-results/run.sh [MACHINE [SCENARIOS]]: builds, measures, renders: makes a folder of results from nothing.
#
# Takes half an hour or more on two cores, which should have nothing else to do. MACHINE names this one in the folder
# (small letters, digits, hyphens). SCENARIOS, with commas between, are the only ones to be measured, and JMH's parts are
# left out: uncontended,nodes-1,in-flight-256 is what the table in the project's README needs. CC may name the C compiler
# of the floor; without one the floor in Java takes its place.
# The project's README stays as it is: it shows the newest folder with a losses.md, which somebody has to write.
# RIG_OPTIONS and JMH_OPTIONS are handed on (see --help and -h).
# If a contender breaks, the rest is measured and rendered all the same, and the exit status is the rig's.
#
set -eu

machine=${1:-2core-shared}
scenarios=${2:-}
cd "$(dirname "$0")/.."

echo "building; then the rig measures"
# jansi.noreset: Maven writes an escape code at its end also where there is neither a terminal nor colour.
MAVEN_OPTS="${MAVEN_OPTS:-} -Djansi.noreset=true" mvn -B -ntp -q -Dstyle.color=never -pl jmh -am package -DskipTests

commit=$(git rev-parse --short=7 HEAD)
folder=perf-results/$(date -u +%Y-%m-%d)_${commit}_$machine
jar=jmh/target/benchmarks.jar

# Contenders over real servers, in alternating rounds, each in a JVM of its own. If one breaks, the rig goes on and ends
# with status 1; anything above means that it was called wrongly or killed.
status=0
# shellcheck disable=SC2086
java -cp "$jar" dev.redlock.bench.rig.Rig --machine "$machine" --out "$folder" \
    ${scenarios:+--scenarios "$scenarios"} ${RIG_OPTIONS:-} || status=$?
if [ "$status" -gt 1 ]
then
    exit "$status"
fi
if [ ! -f "$folder/rig.json" ]
then
    echo "the rig has measured nothing" >&2
    exit 1
fi

if [ -z "$scenarios" ]
then
    # The parts in nanoseconds with their garbage, and a lock over real servers. Forks and iterations are those of the
    # sources. The rig has written its own command.
    what='bench.micro|bench.lock.LockBenchmark'
    options="-p nodes=1,5 -p transport=netty -p keys=1 -p signs=false -prof gc -rf json -rff $folder/jmh.json ${JMH_OPTIONS:-}"
    echo "java -jar $jar '$what' $options" >> "$folder/command.txt"
    # shellcheck disable=SC2086
    java -jar "$jar" "$what" $options
    # More than half of what JMH writes is indentation.
    sed 's/^ *//' "$folder/jmh.json" > "$folder/jmh.json.tmp"
    mv "$folder/jmh.json.tmp" "$folder/jmh.json"
fi

java -cp "$jar" dev.redlock.bench.results.Render "$folder"
echo "$folder/README.md has the tables, first that of the project's README; perf-results/README.md lists the folder now"
exit "$status"
