#!/usr/bin/env bash
#
# Runs the model of docs/model: the protocol must pass exhaustively, each planted fault must be found.
# Needs spin and a C compiler. Prints a table; exits with 1 if any line is not as it must be.
#
#   check.sh           everything but the lines that begin with long-
#   check.sh NAME...   these lines only; a counterexample is left in target/model/NAME/trail.txt
#
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export here work="$here/../../target/model"
mkdir -p "$work"

# name | pass, or the invariant that must break | definitions; the long ones first, two run at a time.
# Names with fence are lines of fence.pml, those that begin with line or long-line of line.pml, the others of
# redlock.pml.
lines()
{
    cat << 'END'
two-terms          | pass | -DPX=2 -DTERMS_A=2
extend             | pass | -DPX=2 -DDRIFT=0 -DEXTENSIONS=1 -DORDERED -DBREAKS=0
clock-step         | pass | -DPX=2 -DSTEPS=1 -DQUARANTINE=2
quarantine         | pass | -DPX=2 -DRESTARTS=1 -DQUARANTINE=2
line               | pass | -DLIFE=1 -DMOST=2
line-passed        | pass | -DFAST=1
line-left          | pass | -DORDERED
fence              | pass | -DPROPOSALS=2
fence-strength     | pass | -DQUORUM=3 -DAMNESIA=1 -DPROPOSALS=1 -DNO_I5
fence-deletes      | pass | -DDELETES=1 -DPROPOSALS=1
ordered            | pass | -DPX=2 -DORDERED -DBREAKS=1
acquire            | pass | -DPX=3
restart-q3         | pass | -DPX=2 -DRESTARTS=1 -DQUORUM=3 -DNO_I4
restart-q2         | I1   | -DPX=2 -DRESTARTS=1 -DNO_I3 -DNO_I4
no-validity-check  | I1   | -DPX=2 -DNO_VALIDITY -DNO_I3 -DNO_I4
anchored-at-reply  | I1   | -DPX=2 -DANCHORED_AT_REPLY -DNO_I3 -DNO_I4
deadline-inflated  | I4   | -DPX=2 -DANCHORED_AT_REPLY
no-drift-allowance | I1   | -DPX=2 -DNO_DRIFT -DNO_I3 -DNO_I4
quorum-of-answers  | I1   | -DPX=2 -DQUORUM_OF_ANSWERS -DNO_I3 -DNO_I4
quorum-half        | I1   | -DPX=2 -DQUORUM_HALF -DNO_I3 -DNO_I4
node-counted-twice | I1   | -DPX=2 -DCOUNTED_TWICE -DNO_I3 -DNO_I4
deleted-by-key     | I1   | -DPX=2 -DDELETED_BY_KEY -DTERMS_A=2 -DNO_I3 -DNO_I4
extend-shortens    | I1   | -DPX=2 -DSHORTENED_BY_EXTEND -DEXTENSIONS=1 -DORDERED -DBREAKS=0 -DNO_I3 -DNO_I4
extend-creates     | I3   | -DPX=2 -DDRIFT=0 -DCREATED_BY_EXTEND -DREVIVED_BY_LATE_REPLY -DEXTENSIONS=1 -DORDERED -DBREAKS=0 -DNO_I4
reply-of-any-round | I1   | -DPX=2 -DDRIFT=0 -DREPLY_OF_ANY_ROUND -DEXTENSIONS=1 -DORDERED -DBREAKS=0 -DNO_I3 -DNO_I4
no-expiry          | I6   | -DPX=2 -DNO_EXPIRY -DORDERED -DBREAKS=0
clock-step-trusted | I1   | -DPX=2 -DSTEPS=1 -DNO_I3 -DNO_I4
quarantine-short   | I1   | -DPX=3 -DRESTARTS=1 -DQUARANTINE=1 -DNO_I3 -DNO_I4
quorum-of-voters   | I1   | -DPX=2 -DRESTARTS=2 -DQUARANTINE=2 -DQUORUM_OF_VOTERS -DNO_I3 -DNO_I4
fence-equal        | I2   | -DGRANTED_WHEN_EQUAL -DPROPOSALS=1 -DNO_I5
fence-counters     | I2   | -DCOUNTED_BY_NODES -DPROPOSALS=1 -DEXTENSIONS=0 -DNO_I3 -DNO_I5
fence-forgotten    | I2   | -DAMNESIA=1 -DPROPOSALS=1 -DEXTENSIONS=0 -DNO_I3 -DNO_I5
fence-heals        | I3   | -DHEALED_WITHOUT_PROOF -DDELETES=1 -DPROPOSALS=1 -DNO_I5
fence-any-round    | I3   | -DREPLY_OF_ANY_ROUND -DPROPOSALS=1 -DEXTENSIONS=2
fence-revived      | I3   | -DREVIVED_BY_LATE_REPLY -DPROPOSALS=1
fence-no-tombstone | I5   | -DNO_TOMBSTONE -DPROPOSALS=1
line-late-anchor   | I4   | -DLATE_ANCHOR -DFAST=1
line-own-settings  | I4   | -DOWN_SETTINGS -DFAST=1
line-short-key     | I4   | -DSHORTER_THAN_TOLD -DFAST=1
line-no-drift      | I4   | -DNO_DRIFT -DFAST=1
line-pause         | I4   | -DPAUSE_FORGOTTEN -DFAST=1
line-wait-shortens | I4   | -DSHORTENED_BY_WAIT -DPX=1 -DFAST=1
line-pass-by-key   | I4   | -DPASSED_BY_KEY -DFAST=1
line-overwrites    | I4   | -DGIVEN_WHEN_HELD -DCLIENTS=3 -DFAST=1
line-any-token     | I4   | -DMESSAGE_FOR_ANY -DLIFE=1
line-counted-twice | I1   | -DCOUNTED_TWICE -DLIFE=1 -DNO_I3 -DNO_I4
line-believes-on   | I1   | -DBELIEVED_TOO_LONG -DFAST=1 -DNO_I3 -DNO_I4
line-token-again   | I4   | -DTOKEN_AGAIN -DLIFE=1
line-key-ticket    | I5   | -DKEY_AND_TICKET -DFAST=1
line-native        | I6   | -DRELEASED_NATIVELY -DORDERED
long-fence-lowered | I3   | -DLOWERED_AGAIN -DTOKENS=3 -DDELETES=1
long-fence-deletes | pass | -DDELETES=1
long-fence-forgets | pass | -DQUORUM=3 -DAMNESIA=1 -DNO_I5
long-fence-twice   | pass | -DPROPOSALS=1 -DEXTENSIONS=2
long-fence-owners  | pass | -DCLIENTS=3 -DTOKENS=3 -DPROPOSALS=1 -DEXTENSIONS=0
long-fence-three   | pass | -DCLIENTS=3 -DTOKENS=3 -DPROPOSALS=1
long-quarantine    | pass | -DPX=3 -DRESTARTS=1 -DQUARANTINE=3
long-restarts      | pass | -DPX=2 -DRESTARTS=2 -DQUARANTINE=2
long-restart-step  | pass | -DPX=2 -DRESTARTS=1 -DSTEPS=1 -DQUARANTINE=2
long-extend        | pass | -DPX=2 -DEXTENSIONS=1
long-line          | pass | -DLIFE=1
long-line-life     | pass | -DLIFE=2
long-line-three    | pass | -DCLIENTS=3 -DFAST=2 -DLIFE=1
long-line-by-key   | I1   | -DPASSED_BY_KEY -DCLIENTS=3 -DFAST=2 -DLIFE=1 -DNO_I3 -DNO_I4
long-line-again    | I1   | -DTOKEN_AGAIN -DLIFE=1 -DNO_I3 -DNO_I4
END
}

# One line: what must come, what came, states, seconds. A search that was cut short is no verdict.
check_one()
{
    local name=$1 expected=$2 definitions=$3 dir="$work/$1" model=redlock.pml optimised=-O0
    local verdict states seconds result
    [[ $name == *fence* ]] && model=fence.pml
    [[ $name =~ ^(long-)?line ]] && model=line.pml
    [[ $expected == pass ]] && optimised=-O1
    rm -rf "$dir" && mkdir -p "$dir" && cd "$dir"
    # Breadth first, for the shortest counterexample; optimised where the search takes longer than that.
    # shellcheck disable=SC2086
    if ! { spin -a $definitions "$here/$model" > spin.txt 2>&1 &&
        ${CC:-gcc} $optimised -w -DBFS -DSAFETY -DNOREDUCE -DMEMLIM=3500 -o pan pan.c > gcc.txt 2>&1; }
    then
        verdict="does not compile: see $dir"
    else
        ./pan > pan.txt 2>&1 || true
        verdict="gave no verdict: see $dir/pan.txt"
        if grep -q 'assertion violated' pan.txt; then
            verdict=$(sed -n 's/.*assertion violated.*|\(I[0-9]\)).*/\1/p' pan.txt | head -n 1)
        elif grep -q 'invalid end state (at' pan.txt; then
            verdict=I6
        elif grep -q 'states, stored' pan.txt && grep -q 'errors: 0' pan.txt &&
            ! grep -qE 'Search not completed|max search depth too small|out of memory|MEMLIM' pan.txt; then
            verdict=pass
        fi
    fi

    states=$(sed -n 's/^ *\([0-9.e+]*\) states, stored.*/\1/p' pan.txt 2> /dev/null | head -n 1)
    seconds=$(sed -n 's/^pan: elapsed time \([0-9.e-]*\) seconds/\1/p' pan.txt 2> /dev/null | head -n 1)
    if [[ $verdict == I* ]]; then
        # shellcheck disable=SC2086
        spin -k "$model.trail" -p -g $definitions "$here/$model" > trail.txt 2>&1 || true
    fi
    [[ $verdict == "$expected" ]] && result=ok || result="NOT AS IT MUST BE"
    printf '%-19s %-5s %-5s %10s %8s  %s\n' \
        "$name" "$expected" "$verdict" "${states:--}" "${seconds:-0}" "$result"
}
export -f check_one

for name in "$@"; do
    if ! lines | grep -q "^$name "; then
        echo "no such line: $name; there are: $(lines | cut -d' ' -f1 | xargs)" >&2
        exit 1
    fi
done
if (($# > 0)); then
    wanted=$(lines | grep -E "^($(IFS='|'; echo "$*")) ")
else
    wanted=$(lines | grep -v '^long-')
fi

printf '%-19s %-5s %-5s %10s %8s\n' variant must is states seconds
sed 's/ *| */|/g' <<< "$wanted" | tr '|' '\n' |
    xargs -d '\n' -n 3 -P 2 bash -c 'check_one "$@"' _ | tee "$work/table.txt"

# Each wanted line must have come, and be as it must be.
if (($(grep -c ' ok$' "$work/table.txt") != $(wc -l <<< "$wanted"))); then
    echo "the model is not as it must be" >&2
    exit 1
fi
