#!/usr/bin/env bash
#
# Is what we would publish what a user needs? Lets Maven build and test this project, out of the tree, on each JDK given
# (or on the default one), with nothing else of ours than what was deployed to a directory.
#
#   consumer/check.sh [HOME_OF_A_JDK ...]
#
source "$(dirname "${BASH_SOURCE[0]}")/prepare.sh"

for jdk in "${@:-}"; do
    for transport in $transports; do
        echo "consumer: README's quick start over $transport, on ${jdk:-the default JDK}"
        # JUnit 5, and the Netty that is tested: no platform chooses others.
        (
            [[ -z $jdk ]] || export JAVA_HOME=$jdk
            try "$transport" "-Dexpected.netty=$netty" -Dexpected.junit=5.
        )
    done
done
