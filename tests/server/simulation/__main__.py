"""Command: run many seeds, or replay one: `python -m tests.server.simulation --seeds 100000 --jobs 2`."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter

from tests.server.simulation.world import Outcome, run_seed

LAST_LINES = 60


def run_and_drop_lines(seed: int) -> Outcome:
    """Run a seed in a worker process; the lines of its trace stay there."""
    outcome = run_seed(seed)
    outcome.lines.clear()
    return outcome


def replay(seed: int, is_traced: bool) -> int:
    """Run one seed, and show its trace: all of it while it runs, or the end of it if an invariant broke."""
    outcome = run_seed(seed, is_traced)
    if outcome.violation is not None and not is_traced:
        print("\n".join(outcome.lines[-LAST_LINES:]))
    print(f"seed {seed}: {outcome.violation or 'every invariant held'}")
    print(f"{outcome.entries} entries, {outcome.steps} callbacks, trace {outcome.digest[:16]}")
    return 0 if outcome.violation is None else 1


def run_many(first: int, seeds: int, jobs: int) -> int:
    """Run many seeds; prints those that break an invariant, and what all came to."""
    begin, broken, counts = time.monotonic(), list[Outcome](), Counter[str]()
    entries = 0
    with multiprocessing.Pool(jobs) as pool:
        for outcome in pool.imap_unordered(run_and_drop_lines, range(first, first + seeds), chunksize=20):
            entries += outcome.entries
            counts += outcome.counts
            if outcome.violation is not None:
                broken.append(outcome)
                print(f"seed {outcome.seed}: {outcome.violation}", flush=True)
    seconds = time.monotonic() - begin
    faults = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    print(f"{seeds} seeds, {entries} entries of logs in {seconds:.0f} s; faults: {faults}")
    print(f"{len(broken)} seeds broke an invariant" if broken else "every invariant held")
    return 1 if broken else 0


def main(arguments: list[str] | None = None) -> int:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=1000, help="how many seeds to run")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--jobs", type=int, default=1, help="processes at work")
    parser.add_argument("--seed", type=int, help="replay this one instead")
    parser.add_argument("--trace", action="store_true", help="print everything that happens in it")
    given = parser.parse_args(arguments)
    if given.seed is not None:
        return replay(given.seed, given.trace)
    return run_many(given.first, given.seeds, given.jobs)


if __name__ == "__main__":
    sys.exit(main())
