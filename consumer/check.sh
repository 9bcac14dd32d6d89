#!/usr/bin/env bash
#
# Is what we would publish what a user needs? Deploys to a fresh directory, unsigned; copies this project out of the
# tree; puts README's quick start into it; and lets Maven build and test it on each JDK given (or on the default one).
# That directory is its only source of ours: the local repository that it uses is linked to the usual one, but for us.
#
#   consumer/check.sh [HOME_OF_A_JDK ...]
#
# MAVEN_REPO names the usual local repository, if it is not ~/.m2/repository.
#
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
usual=${MAVEN_REPO:-$HOME/.m2/repository}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What a pom of ours says of a version.
property()
{
    sed -n "s/^ *<$1>\(.*\)<\/$1>.*/\1/p" pom.xml bom/pom.xml | head -n 1
}

# A local repository with all that the usual one has, except for us.
link_repository()
{
    mkdir -p "$usual/dev" "$work/m2/dev"
    find "$usual" -mindepth 1 -maxdepth 1 ! -name dev -exec ln -s -t "$work/m2" {} +
    find "$usual/dev" -mindepth 1 -maxdepth 1 ! -name redlock -exec ln -s -t "$work/m2/dev" {} +
}

# The block after the marker, as it stands, in a file named after its class.
write_quick_start()
{
    local block name
    block=$(awk '
        /^<!-- quickstart -->$/ { marked = 1; next }
        marked && /^```/ { if (inside) exit; inside = 1; next }
        inside { print }' README.md)
    name=$(printf '%s\n' "$block" | sed -n 's/^public .*class \([A-Za-z]*\).*/\1/p' | head -n 1)
    [[ -n $name ]] || { echo "consumer: README.md has no class after the line <!-- quickstart -->" >&2; exit 1; }
    mkdir -p "$work/shop/src/main/java"
    printf '%s\n' "$block" > "$work/shop/src/main/java/$name.java"
}

echo "consumer: deploying to a directory: mvn -Prelease deploy"
mvn -B -ntp -q "-Dmaven.repo.local=$usual" -Prelease deploy -pl '!jmh,!proof' -Dmaven.test.skip -Dcheckstyle.skip \
    -Djacoco.skip "-DaltDeploymentRepository=dry-run::file:$work/repository" < /dev/null

link_repository
mkdir "$work/shop"
cp -R consumer/pom.xml consumer/src "$work/shop"
write_quick_start

version=$(sed -n 's/^  <version>\(.*\)<\/version>.*/\1/p' bom/pom.xml)
netty=$(property netty.version)
versions=()
for name in junit5.version maven-compiler-plugin.version maven-resources-plugin.version maven-surefire-plugin.version; do
    versions+=("-D$name=$(property "$name")")
done

cd "$work/shop"
for home in "${@:-}"; do
    for transport in redlock-transport-netty redlock-transport-lettuce; do
        echo "consumer: README's quick start over $transport, on ${home:-the default JDK}"
        rm -rf target
        env ${home:+"JAVA_HOME=$home"} mvn -B -ntp -q "-Dmaven.repo.local=$work/m2" test \
            "-Dredlock.repository=file:$work/repository" "-Dredlock.version=$version" "-Dtransport=$transport" \
            "-Dexpected.netty=$netty" "${versions[@]}" < /dev/null
    done
done
