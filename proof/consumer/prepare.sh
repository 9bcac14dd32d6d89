# shellcheck shell=bash
#
# Sourced by check.sh and versions.sh: deploys to a fresh directory, unsigned, and writes users' projects out of the tree,
# from what our pages show. The directory is their only source of ours: the local repository that they use is linked to
# the usual one, but for us. MAVEN_REPO names the usual one, if it is not ~/.m2/repository.
#
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
usual=${MAVEN_REPO:-$HOME/.m2/repository}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The project's folder; files beside it begin with its name.
shop=$work/shop

# What a pom of ours says of a version.
property()
{
    sed -n "s/^ *<$1>\(.*\)<\/$1>.*/\1/p" pom.xml bom/pom.xml | head -n 1
}

# A local repository with all that the usual one has, except for us.
link_repository()
{
    mkdir -p "$usual/dev" "$shop.m2/dev"
    find "$usual" -mindepth 1 -maxdepth 1 ! -name dev -exec ln -s -t "$shop.m2" {} +
    find "$usual/dev" -mindepth 1 -maxdepth 1 ! -name redlock -exec ln -s -t "$shop.m2/dev" {} +
}

# The elements of that name that stand at the beginning of a line in pages: blocks, as they stand.
elements()
{
    sed -n "/^<$1>\$/,/^<\/$1>\$/p" "${@:2}"
}

# The whole classes that a page shows, in the package shop.
write_classes()
{
    awk -v sources="$shop/src" '
        /^```(java|kotlin)$/ { inside = 1; type = /java/ ? ".java" : ".kt"; name = ""; text = "package shop;\n\n"; next }
        /^```$/ {
            if (inside && name) {
                printf "%s", text > (sources (name ~ /Test$/ ? "/test" : "/main") "/java/shop/" name type)
            }
            inside = 0
        }
        inside { text = text $0 "\n" }
        inside && /^(public )?(final )?class / { name = $0; sub(/.*class /, "", name); sub(/[^A-Za-z].*/, "", name) }
        ' "$1"
}

# A user's project: our tests in a folder beside this file, the classes of a page, the dependencies of it and of others.
write_project()
{
    rm -rf "$shop"
    mkdir -p "$shop/src/main/java/shop" "$shop/src/test/java/shop"
    # How Maven's own JVM is started, which says nothing of that of the tests.
    cp -R .mvn "$shop"
    cp "proof/consumer/$1"/* "$shop/src/test/java/shop"
    write_classes "$2"
    elements dependencyManagement docs/using.md > "$shop.bom"
    elements dependency "${@:2}" | sed 's/redlock-transport-netty/${transport}/' > "$shop.pages"
    sed -e "/<!-- bom -->/r $shop.bom" -e "/<!-- pages -->/r $shop.pages" proof/consumer/pom.xml > "$shop/pom.xml"
}

# Who uses this Spring Boot inherits from it, and takes its JUnit.
set_platform()
{
    sed -i -e "s|<!-- platform -->|<parent><groupId>org.springframework.boot</groupId>\
        <artifactId>spring-boot-starter-parent</artifactId><version>$1</version><relativePath/></parent>|" \
        -e '/<version>${junit5.version}</d' "$shop/pom.xml"
}

# Builds and tests the project, over one transport; what else is given goes to Maven. What that printed is in $shop.log.
try()
{
    rm -rf "$shop/target"
    (cd "$shop" && mvn -B -ntp "-Dmaven.repo.local=$shop.m2" test "-Dredlock.repository=file:$work/repository" \
        "${versions[@]}" "-Dtransport=$1" "${@:2}") < /dev/null > "$shop.log" 2>&1
}

# With what Maven printed last.
fail()
{
    cat "$shop.log" >&2
    echo "consumer: $1" >&2
    exit 1
}

# Tries what must succeed.
check()
{
    try "$@" || fail "that fails"
}

echo "consumer: deploying to a directory: mvn -Prelease deploy"
mvn -B -ntp -q -T2 "-Dmaven.repo.local=$usual" -Prelease deploy -pl '!jmh,!proof' -Dmaven.test.skip -Dcheckstyle.skip \
    -Djacoco.skip "-DaltDeploymentRepository=dry-run::file:$work/repository" < /dev/null

versions=()
for name in junit5.version maven-compiler-plugin.version maven-resources-plugin.version maven-surefire-plugin.version; do
    versions+=("-D$name=$(property "$name")")
done
