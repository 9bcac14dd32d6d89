#!/usr/bin/env bash
#
# Is what we would publish what a user needs? README.md beside this file says what is tried. Without a JDK given it is the
# default one.
#
#   proof/consumer/check.sh [HOME_OF_A_JDK ...]
#
source "$(dirname "${BASH_SOURCE[0]}")/prepare.sh"

netty=redlock-transport-netty
lettuce=redlock-transport-lettuce
boot=$(property spring-boot.version)
copy_dependencies=org.apache.maven.plugins:maven-dependency-plugin:$(property maven-dependency-plugin.version):copy-dependencies
# The page says which one it does not start on.
refusal=$(tr '\n' ' ' < docs/spring-boot.md | sed -n 's/.*"\(Spring Boot is [^"]* but [^"]*\)".*/\1/p')
boot3=$(sed 's/Spring Boot is \(.*\) but .*/\1/' <<< "$refusal")

echo "consumer: the BOM has what is deployed, and nothing else"
diff <(sed -n 's/ *<artifactId>\(redlock-.*\)<.*/\1/p' bom/pom.xml | sort) \
    <(ls "$work/repository/dev/redlock" | grep -v '^redlock-parent$')

echo "consumer: what is deployed names nothing of ours that is not"
diff /dev/null <(sed -n 's/ *<artifactId>\(redlock-.*\)<.*/\1/p' "$work"/repository/dev/redlock/*/*/*.pom | sort -u |
    comm -23 - <(ls "$work/repository/dev/redlock" | sort))

# in_background LANE [JDK ...]: projects one after another, beside those of the other lane, as a Maven with one small project
# leaves a processor idle. Each lane has a local repository of its own.
in_background()
{
    (
        shop=$work/$1
        link_repository
        "$@"
    ) &
    background+=($!)
}

# write_program FOLDER PAGE...: a project whose classes of ours are a program, with servers of its own.
write_program()
{
    write_project "$@"
    mv "$shop"/src/test/java/shop/*.java "$shop/src/main/java/shop"
    sed -i '/<scope>test</d' "$shop/pom.xml"
}

# has_sold WORDS COMMAND...: runs a program, which must say so.
has_sold()
{
    "${@:2}" < /dev/null > "$shop.log" 2>&1 || fail "the program fails"
    grep -qxF "$1" "$shop.log" || fail "it does not say: $1"
}

on_the_module_path()
{
    local jdk java program
    write_program module-path README.md docs/testing.md
    # That our modules are automatic is what javac would warn of.
    check $netty -Dlint=-Xlint:all,-requires-automatic "$copy_dependencies" -DincludeScope=runtime
    for jdk in "${@:-}"; do
        echo "consumer: a program with a module-info.java, on ${jdk:-the default JDK}"
        java=${jdk:+$jdk/bin/}java
        program=("$java" -p "$shop/target/classes:$shop/target/dependency" -m shop/shop.ShopProgram)
        has_sold "sold, in the module shop" "${program[0]}" --add-modules ALL-MODULE-PATH "${program[@]:1}"
        ! "${program[@]}" < /dev/null > "$shop.log" 2>&1 || fail "it needs no --add-modules"
        grep -qF "start the program with --add-modules ALL-MODULE-PATH" "$shop.log" || fail "no advice"
    done
}

# From the files that Maven has fetched, and so without a network.
with_gradle()
{
    if ! command -v gradle > /dev/null; then
        echo "consumer: SKIP: README's quick start with Gradle, because gradle was not found"
        return
    fi
    echo "consumer: README's quick start with $(gradle --version 2> /dev/null | grep -m 1 '^Gradle ')"
    write_program module-path README.md
    rm "$shop/src/main/java/shop/module-info.java" "$shop/pom.xml"
    cp proof/consumer/gradle/build.gradle "$shop"
    has_sold "sold, in the unnamed module" gradle -p "$shop" --no-daemon --offline -q -g "$shop.gradle" \
        "-Pours=file:$work/repository" "-Pothers=file:$usual" "-Ptransport=$netty" \
        "-PourVersion=$(ls "$work/repository/dev/redlock/redlock-core" | grep -v maven-metadata)" \
        "-PembeddedRedisVersion=$(property embedded-redis.version)" run
}

without_a_framework()
{
    local jdk transport page
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

    echo "consumer: docs/micrometer.md"
    write_project micrometer docs/micrometer.md README.md docs/testing.md
    check $netty -Pmicrometer "-Dmicrometer.version=$(property micrometer.version)"

    for page in shedlock spring-integration; do
        echo "consumer: docs/$page.md"
        write_project "$page" "docs/$page.md" README.md docs/testing.md
        check $netty
    done

    on_the_module_path "$@"
    with_gradle

    echo "consumer: docs/kotlin.md"
    write_project kotlin docs/kotlin.md docs/testing.md
    check $netty -Pkotlin "-Dkotlin.version=$(property kotlin.version)"
}

with_spring()
{
    echo "consumer: docs/spring-boot.md, on Spring Boot $boot"
    write_project spring-boot docs/spring-boot.md docs/testing.md
    set_platform "$boot"
    check $netty -Pspring-boot

    echo "consumer: all that there is for Spring, over $lettuce, on Spring Boot $boot"
    write_project everything docs/spring-boot.md docs/{shedlock,spring-integration,testing}.md README.md
    set_platform "$boot"
    check $lettuce -Pspring-boot,web

    echo "consumer: docs/spring-boot.md, processed ahead of time"
    write_program ahead-of-time docs/spring-boot.md docs/testing.md
    set_platform "$boot"
    check $netty -Pspring-boot spring-boot:process-aot "$copy_dependencies" -DincludeScope=runtime
    has_sold "sold 1, ahead of time: true" java -Dspring.aot.enabled=true \
        -cp "$shop/target/classes:$shop/target/dependency/*" shop.AheadOfTime

    echo "consumer: docs/spring-boot.md, on Spring Boot $boot3: must be refused"
    write_project spring-boot docs/spring-boot.md docs/testing.md
    set_platform "$boot3"
    ! try $netty -Pspring-boot || fail "it works"
    # A line of its own, as Boot reports what our analyzer of failures has found.
    grep -qxF "$refusal." "$shop.log" || fail "it does not say so: $refusal"

    echo "consumer: a client as a bean, over $lettuce, on Spring Boot $boot3"
    write_project spring-boot-3 README.md docs/testing.md
    set_platform "$boot3"
    check $lettuce -Pspring-boot

    echo "consumer: all pages, and nothing that they do not show"
    write_project all-pages docs/{micrometer,shedlock,spring-integration,kotlin,spring-boot}.md
    check $netty
}

background=()
in_background without_a_framework "$@"
in_background with_spring
failed=0
for lane in "${background[@]}"; do
    wait "$lane" || failed=$?
done
exit "$failed"
