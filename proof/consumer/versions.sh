#!/usr/bin/env bash
#
# Which platforms do the transports work with? Tries README's quick start with what each version of Spring Boot manages
# (the parent that its users have), and, where a transport refuses to start, once more with the version it asks for.
# Writes the table between the markers in docs/compatibility.md.
#
#   proof/consumer/versions.sh VERSION_OF_SPRING_BOOT ...
#
source "$(dirname "${BASH_SOURCE[0]}")/prepare.sh"

page=$PWD/docs/compatibility.md
poms=$shop.m2/org/springframework/boot/spring-boot-dependencies

# What the chosen platform says of a version.
managed()
{
    sed -n "s/^ *<$2>\(.*\)<\/$2>.*/\1/p" "$poms/$1/spring-boot-dependencies-$1.pom"
}

# One cell: "works", or what must be set, if it works then.
cell()
{
    local transport=$1 needed property
    if try "$transport"; then
        echo works
        return
    fi
    needed=$(sed -n "s/.*needs [A-Z][a-z]* \([^ ]*\) or newer, but found.*/\1/p" "$shop.log" | head -n 1)
    property=$(sed -n "s/.*set the Maven property \([a-z.]*\),.*/\1/p" "$shop.log" | head -n 1)
    if [[ -z $needed ]]; then
        grep -q "Could not \(find\|resolve\)" "$shop.log" && echo "cannot be downloaded" && return
        tail -n 40 "$shop.log" >&2
        return 1
    fi
    try "$transport" "-D$property=$needed" || { tail -n 40 "$shop.log" >&2; return 1; }
    echo "works with \`$property\` $needed; says so without"
}

link_repository
rows=
for boot in "$@"; do
    echo "consumer: Spring Boot $boot"
    write_project quick-start README.md docs/testing.md
    set_platform "$boot"
    cells=
    for transport in redlock-transport-netty redlock-transport-lettuce; do
        cells+=" $(cell "$transport") |"
    done
    rows+="| $boot | $(managed "$boot" netty.version) | $(managed "$boot" lettuce.version) |$cells"$'\n'
done

awk -v rows="$rows" '
    /^<!-- versions -->$/ {
        print
        print "| Spring Boot | its Netty | its Lettuce | transport `netty` | transport `lettuce` |"
        print "|---|---|---|---|---|"
        printf "%s", rows
        inside = 1
        next
    }
    /^<!-- \/versions -->$/ { inside = 0 }
    !inside { print }' "$page" > "$work/page"
cp "$work/page" "$page"
