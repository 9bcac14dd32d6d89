#!/usr/bin/env bash
#
# Is what we would publish what a user needs? Lets Maven build and test README's quick start, out of the tree, on each JDK
# given (or on the default one), with nothing else of ours than what was deployed to a directory.
#
#   consumer/check.sh [HOME_OF_A_JDK ...]
#
source "$(dirname "${BASH_SOURCE[0]}")/prepare.sh"

netty=redlock-transport-netty
lettuce=redlock-transport-lettuce

write_project quick-start README.md docs/testing.md
for jdk in "${@:-}"; do
    for transport in $netty $lettuce; do
        echo "consumer: README's quick start over $transport, on ${jdk:-the default JDK}"
        # JUnit 5, and the Netty that is tested: no platform chooses others.
        (
            [[ -z $jdk ]] || export JAVA_HOME=$jdk
            check "$transport" "-Dexpected.netty=$(property netty.version)" -Dexpected.junit=5.
        )
    done
done
