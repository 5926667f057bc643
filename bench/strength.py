"""Playing strength: measures every claim of docs/strength.md. `python bench/strength.py --games 400 --jobs 2`.

Each claim is a tournament with paired seeds and rotated seats, stored in a folder, so that a run can be stopped and
resumed. The table on standard output is the one in the documentation.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hordes.engine.core.bits import COMPILED
from hordes.engine.games import load
from hordes.lab.tournament.report import Standings
from hordes.lab.tournament.run import DUMMY, GamesLog, TournamentConfig, run_tasks


@dataclass(frozen=True)
class Claim:
    """A claim: one bot against copies of another, and the required win share."""

    name: str
    bot: str
    against: str
    players: int
    wanted: float
    games: int = 400
    game: str = "smallworld"

    def options(self) -> dict[str, Any]:
        """Options: a number of players, or one player and dummies."""
        wanted = {"players": self.players}
        if self.against == DUMMY:
            wanted = {"players": 1, "dummies": self.players - 1}
        return load(self.game).normalise(wanted)


CLAIMS = [
    Claim("greedy-random", "greedy", "random", 2, 0.95),
    Claim("greedy-3random", "greedy", "random", 4, 0.75),
    Claim("planner-greedy", "planner", "greedy", 2, 0.75),
    Claim("planner-3greedy", "planner", "greedy", 4, 0.50),
    Claim("planner-flat10", "planner", "flat:rollouts=10", 2, 0.85),
    Claim("greedy-flat10", "greedy", "flat:rollouts=10", 2, 0.0),
    Claim("search-planner", "search:simulations=400", "planner", 2, 0.65),
    Claim("search-flat10", "search:simulations=400", "flat:rollouts=10", 2, 0.95),
    Claim("search-3planner", "search:simulations=400", "planner", 4, 0.40),
    Claim("double-100-200", "search:simulations=200", "search:simulations=100", 2, 0.53),
    Claim("double-200-400", "search:simulations=400", "search:simulations=200", 2, 0.53),
    Claim("normal-easy", "normal", "easy", 2, 0.0),
    Claim("hard-normal", "hard", "normal", 2, 0.0),
    Claim("expert-hard", "expert", "hard", 2, 0.0),
]
CLAIMS += [
    Claim(f"covil-{claim.name}", claim.bot, claim.against, claim.players, claim.wanted, claim.games, "covil")
    for claim in CLAIMS
]
CLAIMS += [
    Claim("covil-solo-planner-1", "planner", DUMMY, 2, 0.0, 400, "covil"),
    Claim("covil-solo-planner-2", "planner", DUMMY, 3, 0.0, 400, "covil"),
    Claim("covil-solo-search-1", "search:simulations=400", DUMMY, 2, 0.0, 400, "covil"),
    Claim("covil-solo-search-2", "search:simulations=400", DUMMY, 3, 0.0, 400, "covil"),
    Claim("covil-solo-hard-1", "hard", DUMMY, 2, 0.9, 400, "covil"),
    Claim("covil-solo-hard-2", "hard", DUMMY, 3, 0.6, 400, "covil"),
]


def measure(claim: Claim, games: int, jobs: int, folder: Path, seed: int) -> dict[str, object]:
    """Play the missing games of a claim; returns its row."""
    bots = (claim.bot,) if claim.against == DUMMY else (claim.bot, claim.against)
    config = TournamentConfig(claim.game, claim.options(), bots, games, seed, "first")
    log = GamesLog(folder / claim.name, config)
    for game in run_tasks(config, {game.id for game in log.games}, jobs):
        log.add(game)
    return Standings(config, log.games).matchups()[0] | {"name": claim.name, "wanted": claim.wanted}


def format_result(row: dict[str, object]) -> str:
    """A row of the table."""
    wins, low, high = (f"{100 * float(str(row[key])):.1f}" for key in ("wins", "low", "high"))
    wanted = float(str(row["wanted"]))
    others = int(str(row["seats"])) - 1
    against = f"{others} x {row['others']}" if others > 1 else str(row["others"])
    verdict = "" if not wanted else f"{100 * wanted:.0f} %: {'yes' if float(str(row['wins'])) >= wanted else 'no'}"
    times = f"{float(str(row['seconds'])):.3f} / {float(str(row['others_seconds'])):.3f}"
    return (
        f"| {row['first']} | {against} | {row['games']} | {wins} % ({low} to {high}) | "
        f"{float(str(row['margin'])):+.1f} | {times} | {verdict} |"
    )


def main() -> None:
    """Measure the selected claims."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=0, help="games of each claim instead of its own number")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--only", action="append", default=[], choices=[claim.name for claim in CLAIMS])
    parser.add_argument("--out", type=Path, default=Path("build", "strength"))
    wanted = parser.parse_args()
    print(f"{'compiled' if COMPILED else 'plain Python'}, Python {sys.version.split()[0]}, CPU seconds a game")
    print("| bot | against | games | wins (95 %) | margin | s a game, own / theirs | wanted |")
    print("|---|---|--:|---|--:|---|---|")
    by_name = {claim.name: claim for claim in CLAIMS}
    for name in wanted.only or by_name:
        claim = by_name[name]
        row = measure(claim, wanted.games or claim.games, wanted.jobs, wanted.out, wanted.seed)
        print(format_result(row), flush=True)
        (wanted.out / f"{name}.json").write_text(json.dumps(row, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
