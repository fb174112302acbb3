"""The table of scripts/order-gain: pairs of searches with the learned and with the fixed order of questions.

Usage: python3 scripts/ordering.py RESULTS

RESULTS has a JSON line a search, as fizzer/bench/order writes them.
"""

import json
import math
import pathlib
import sys

from signs import sign_test


def merit(run):
    """Of two runs that reach all, the one with less work is better, else the one that covered more earlier."""
    return run["reached"], -run["work"] if run["reached"] else run["area"]


def table(results):
    """Prints a line for each kind of program and one for all, and the sign test of all pairs."""
    pairs = {}
    for line in results.read_text().splitlines():
        run = json.loads(line)
        pair = pairs.setdefault((run["program"], run["seed"]), {})
        pair[run["variant"]] = run
    print(
        "| kind | pairs | better | worse | covered, mean (fixed, learned) | directions at the end (fixed, learned) |"
    )
    print("|---|---|---|---|---|---|")
    better = worse = 0
    for kind in [*sorted({program.split("-")[0] for program, _ in pairs}), ""]:
        group = [
            (p[""], p["scores"])
            for (program, _), p in pairs.items()
            if program.startswith(kind)
        ]
        better = sum(merit(learned) > merit(fixed) for learned, fixed in group)
        worse = sum(merit(learned) < merit(fixed) for learned, fixed in group)
        logs = [math.log(learned["area"] / fixed["area"]) for learned, fixed in group]
        ratio = math.exp(sum(logs) / len(group))
        ends = [sum(pair[side]["covered"] for pair in group) for side in (1, 0)]
        print(
            f"| {kind or 'all'} | {len(group)} | {better} | {worse} | 1 : {ratio:.2f} | {ends[0]}, {ends[1]} |"
        )
    print(f"sign test of all pairs: p = {sign_test(better, worse):.2g}")


if __name__ == "__main__":
    table(pathlib.Path(sys.argv[1]))
