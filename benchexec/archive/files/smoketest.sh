#!/usr/bin/env bash
# Generates a suite for a small program in both data models. Exit status 0 means that the tool works on this machine.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() { printf 'smoketest: %s\n' "$*" >&2; exit 1; }

cat >"$scratch/program.c" <<'PROGRAM'
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 123456789)
    return 1;
  return 0;
}
PROGRAM

"$here/bin/fizzer" --version || fail "bin/fizzer does not start"
for model in ILP32 LP64; do
  output=$scratch/$model
  "$here/bin/fizzer" --data-model "$model" --max-executions 10000 --cpu-time 60s --output "$output" "$scratch/program.c" \
    >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; "$here/bin/fizzer" doctor >&2 || true; fail "$model: no suite"; }
  grep -qx 'goals: 2/2' "$scratch/log" || { cat "$scratch/log" >&2; fail "$model: not all goals are covered"; }
  [ -f "$output/test-suite/metadata.xml" ] || fail "$model: the suite has no metadata"
done
echo "smoketest: ok"
