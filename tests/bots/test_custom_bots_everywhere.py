"""Custom bots in tournaments, simulations, the terminal, the server and analyses; a failing bot is reported by name."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from hordes.bots.baselines import RandomBot
from hordes.bots.protocol import Question
from hordes.bots.registry import parse_bot
from hordes.bots.runner import play_game
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER
from hordes.engine.games import load
from hordes.engine.match import Match
from hordes.engine.record import Record
from hordes.lab.analyse import run as analyse
from hordes.lab.simulate.run import run as simulate
from hordes.lab.tournament.run import TournamentConfig
from hordes.lab.tournament.run import run as tournament
from hordes.server.bots.worker import BotCache
from hordes.terminal.opponents import Opponents

GAMES: dict[str, dict[str, Any]] = {"smallworld": {"players": 2, "turns": 2}, "covil": {"players": 2}}
FILE = """
from hordes.bots.protocol import Bot


class Last(Bot):
    def choose(self, question):
        return question.legal[-1]


class Broken(Bot):
    def choose(self, question):
        raise RuntimeError("no idea")
"""
PROGRAM = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"move": json.loads(line)["legal"][-1]}), flush=True)
"""


@pytest.fixture
def custom_bots(tmp_path: Path) -> list[str]:
    """A bot from a file and an external program."""
    (tmp_path / "my_bots.py").write_text(FILE, encoding="utf-8")
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    return [f"{tmp_path / 'my_bots.py'}:Last", f"cmd:{sys.executable} {tmp_path / 'program.py'}"]


@pytest.fixture
def crashing_bot(tmp_path: Path, custom_bots: list[str]) -> str:
    return f"{tmp_path / 'my_bots.py'}:Broken"


@pytest.mark.parametrize("game", GAMES)
def test_they_play_in_tournaments(game: str, custom_bots: list[str], tmp_path: Path) -> None:
    options = load(game).normalise(GAMES[game])
    assert tournament(TournamentConfig(game, options, tuple(custom_bots), 2), tmp_path / "out", 1) == 0
    rows = json.loads((tmp_path / "out" / "summary.json").read_text())["bots"]
    assert sorted(row["bot"] for row in rows) == sorted(custom_bots)
    assert not any(row["failures"] for row in rows)


def test_tournaments_count_and_quote_failures(
    custom_bots: list[str], crashing_bot: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = TournamentConfig(
        "smallworld", load("smallworld").normalise(GAMES["smallworld"]), (custom_bots[0], crashing_bot), 2
    )
    assert tournament(plan, tmp_path / "out", 1) == 0
    rows = {row["bot"]: row for row in json.loads((tmp_path / "out" / "summary.json").read_text())["bots"]}
    assert rows[crashing_bot]["failures"] > 0
    assert rows[custom_bots[0]]["failures"] == 0
    assert "Broken crashed: RuntimeError: no idea" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("game", GAMES)
def test_they_play_in_simulations(game: str, custom_bots: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate(game, GAMES[game], games=1, seed=1, jobs=1, details=False, bots=custom_bots) == 0
    assert "crashed" not in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_they_play_in_the_terminal(game: str, custom_bots: list[str], crashing_bot: str) -> None:
    match, luck = Match(load(game), load(game).normalise(GAMES[game]), seed=2), Rng(1)
    opponents = Opponents(custom_bots)
    while match.state.to_move != OVER:
        match.play(opponents.choose(match, luck))
    opponents.close()
    assert not opponents.complaints()
    match, bad = Match(load(game), load(game).normalise(GAMES[game]), seed=2), Opponents([crashing_bot])
    assert bad.choose(match, luck) in match.state.legal_texts()
    assert bad.complaints() == ["The bot Broken crashed: RuntimeError: no idea"]


@pytest.mark.parametrize("game", GAMES)
def test_they_play_at_the_servers_tables(game: str, custom_bots: list[str], crashing_bot: str) -> None:
    """As the server's bot processes ask them; tests/server plays whole tables with bots of a file."""
    options, bot_cache = load(game).normalise(GAMES[game]), BotCache()
    state = load(game).new(options)
    while state.to_move < 0:
        state.apply(state.legal()[0])
    request = {"game": game, "options": options, "words": state.dump(), "key": "t", "seconds": 2.0, "seed": 1}
    for text in custom_bots:
        answer = bot_cache.choose(request | {"spec": text})
        assert answer.move == state.legal_texts()[-1]
        assert not answer.complaint
    assert "Broken crashed" in bot_cache.choose(request | {"spec": crashing_bot}).complaint
    bot_cache.close()


@pytest.mark.parametrize("game", GAMES)
def test_they_are_asked_in_an_analysis(game: str, custom_bots: list[str], tmp_path: Path) -> None:
    options = load(game).normalise(GAMES[game])
    moves = play_game(game, options, [RandomBot(1), RandomBot(2)], 3, record=True).moves[:40]
    (tmp_path / "game.json").write_text(json.dumps(Record(game, options, moves).to_json()), encoding="utf-8")
    for text in custom_bots:
        out = tmp_path / "analysis.json"
        assert analyse(tmp_path / "game.json", 1, None, True, out, None, 1, text) == 0
        findings = json.loads(out.read_text())["findings"]
        assert findings
        assert all(finding["bot_move"] and finding["bot_lost"] >= 0 for finding in findings)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_answers(game: str) -> None:
    """Every built-in bot, asked twice about the same place."""
    options = load(game).normalise(GAMES[game])
    state, rng = load(game).new(options), Rng(5)
    for _ in range(9):
        state.apply(state.nth_legal(rng.below(state.find_legal())))
    while state.to_move < 0:
        state.apply(state.legal()[0])
    for text in ("random", "greedy", "flat:rollouts=2", "planner", "search:simulations=9", "easy", "normal"):
        answers = [parse_bot(text).make(7).choose(Question(game, options, state)) for _ in range(2)]
        assert answers[0] == answers[1], text
