# shellcheck shell=bash
#
# Sourced by check.sh and versions.sh: deploys to a fresh directory, unsigned; copies this project out of the tree, with
# README's quick start in it. The directory is its only source of ours: the local repository that it uses is linked to
# the usual one, but for us. MAVEN_REPO names the usual one, if it is not ~/.m2/repository.
#
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
home=$PWD
usual=${MAVEN_REPO:-$HOME/.m2/repository}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
transports='redlock-transport-netty redlock-transport-lettuce'

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

# Builds and tests the copy, over one transport; what else is given goes to Maven.
try()
{
    rm -rf "$work/shop/target"
    (cd "$work/shop" && mvn -B -ntp -q "-Dmaven.repo.local=$work/m2" test "-Dredlock.repository=file:$work/repository" \
        "-Dredlock.version=$version" "${versions[@]}" "-Dtransport=$1" "${@:2}") < /dev/null
}
