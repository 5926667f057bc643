"""Bots loaded from a user's file and bots in external processes: they play, and their failures are reported by name."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from hordes.bots.baselines import RandomBot
from hordes.bots.process import ProcessBot
from hordes.bots.protocol import Bot, Budget, Question
from hordes.bots.registry import parse_bot
from hordes.bots.runner import ask_bot, play_game
from hordes.engine.core.rng import Rng
from hordes.engine.errors import BadRequest
from tests.bots.tables import TWO, midway, question

GOOD = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"move": question["legal"][-1]}), flush=True)
"""


def program(folder: Path, text: str, budget: float = 5000.0) -> ProcessBot:
    file = folder / "bot.py"
    file.write_text(text, encoding="utf-8")
    return ProcessBot(f"{sys.executable} {file}", 1, Budget(budget))


def complaint(bot: Bot) -> str:
    state = midway(1, 4, TWO)
    answer = ask_bot(bot, question(state, TWO), Rng(1))
    assert answer.move in state.legal_texts()
    bot.close()
    return answer.complaint


def test_a_program_plays_a_whole_game(tmp_path: Path) -> None:
    bot = program(tmp_path, GOOD)
    played = play_game("smallworld", TWO, [bot, RandomBot(2)], 5)
    bot.close()
    assert not played.complaints
    assert bot.process is None


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("raise SystemExit(3)", "exit status 3"),
        ("import sys; print('conquer', flush=True); sys.stdin.read()", "no JSON"),
        ("import sys; print('[1]', flush=True); sys.stdin.read()", '{"move": "..."}'),
        ('import sys; print(\'{"move": "fly away"}\', flush=True); sys.stdin.read()', "no legal move"),
        ("import sys; print('x' * 2000000, flush=True); sys.stdin.read()", "without an end"),
    ],
)
def test_what_a_program_does_wrong_is_named(tmp_path: Path, text: str, what: str) -> None:
    assert what in complaint(program(tmp_path, text))


def test_a_program_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hordes.bots.process.GRACE_SECONDS", 0.3)
    bot = program(tmp_path, "import time; time.sleep(60)", budget=1.0)
    assert "did not answer within" in complaint(bot)


def test_a_program_that_crashed_is_started_anew(tmp_path: Path) -> None:
    bot = program(tmp_path, GOOD.replace("flush=True)", "flush=True); sys.exit(1)"))
    state = midway(1, 4, TWO)
    for _ in range(2):
        assert not ask_bot(bot, question(state, TWO), Rng(1)).complaint
        assert bot.process is not None
        bot.process.wait(5)
    bot.close()


def test_a_program_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadRequest, match="there is no program"):
        parse_bot("cmd:surely-no-such-program --fast").make()


def test_a_bot_of_ones_own_file_plays(tmp_path: Path) -> None:
    file = tmp_path / "my_bots.py"
    file.write_text(
        "from hordes.bots.protocol import Bot\n\n\nclass Last(Bot):\n    def choose(self, question):\n"
        "        return question.legal[-1]\n\n\nclass Broken(Bot):\n"
        "    def choose(self, question):\n        return 1 / 0\n",
        encoding="utf-8",
    )
    bots = [parse_bot(f"{file}:Last").make(1), parse_bot(f"{file}:Broken").make(1)]
    played = play_game("smallworld", TWO, bots, 1)
    assert played.failures[0] == 0
    assert played.failures[1] == played.decisions[1]
    assert "Broken crashed: ZeroDivisionError" in played.complaints[0]


def test_files_without_a_bot_or_with_several_are_explained(tmp_path: Path) -> None:
    file = tmp_path / "empty.py"
    file.write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(BadRequest, match="it has none"):
        parse_bot(str(file)).make()
    with pytest.raises(BadRequest, match="no file"):
        parse_bot(str(tmp_path / "missing.py")).make()
    bad = tmp_path / "bad.py"
    bad.write_text("1 +", encoding="utf-8")
    with pytest.raises(BadRequest, match="SyntaxError"):
        parse_bot(str(bad)).make()


def test_unknown_bots_and_settings_are_explained() -> None:
    with pytest.raises(BadRequest, match="There is no bot 'grandmaster'"):
        parse_bot("grandmaster")
    with pytest.raises(BadRequest, match="is a whole number from"):
        parse_bot("search:simulations=many")
    with pytest.raises(BadRequest, match="has no setting `depth`"):
        parse_bot("planner:depth=3")


class NumberBot(Bot):
    """Answers with a number instead of a text."""

    name = "number"

    def choose(self, question: Question) -> str:
        return 7  # type: ignore[return-value]


def test_an_answer_that_is_no_text_is_named() -> None:
    assert "number answered '7'" in complaint(NumberBot())


def test_the_examples_of_the_documentation_play() -> None:
    folder = Path(__file__).parents[2] / "docs" / "examples"
    bots = [parse_bot(f"{folder / 'my_bots.py'}:{name}").make(1) for name in ("Settler", "BestRated")]
    assert not play_game("smallworld", TWO, bots, 1).complaints


@pytest.mark.skipif(shutil.which("sed") is None or sys.platform == "win32", reason="needs sed")
def test_a_bot_in_sed_plays() -> None:
    bot = parse_bot(r"""cmd:sed -un 's/.*"legal": \["\([^"]*\)".*/{"move": "\1"}/p'""").make(1)
    played = play_game("smallworld", TWO, [bot, RandomBot(2)], 5)
    bot.close()
    assert not played.complaints


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_a_bot_in_javascript_plays() -> None:
    file = Path(__file__).parents[2] / "docs" / "examples" / "bot.js"
    bot = parse_bot(f"cmd:node {file}").make(1)
    played = play_game("smallworld", TWO, [bot, RandomBot(2)], 5)
    bot.close()
    assert not played.complaints
