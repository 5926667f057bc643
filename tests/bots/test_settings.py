"""Settings of bots: unknown names and invalid values are refused as soon as the bot is named."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hordes.bots.baselines import FlatBot
from hordes.bots.protocol import Budget
from hordes.bots.registry import BUILT_IN_BOTS, parse_bot
from hordes.bots.search_bots import TREE_SETTINGS, SearchBot
from hordes.bots.settings import Setting
from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.search.tree import SearchTree
from hordes.server.bots.available_levels import AvailableLevels
from hordes.terminal.opponents import Opponents
from tests.bots.tables import TWO, midway, question

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
OWN = """
from hordes.bots.protocol import Bot
from hordes.bots.settings import Setting


class Careful(Bot):
    accepts = (Setting("depth", 1, 9, default=2),)

    def __init__(self, seed=0, budget=None, depth=2):
        super().__init__(seed, budget)
        self.depth = depth

    def choose(self, question):
        return question.legal[0]
"""

WRONG = [
    ("search:simulation=4", "no setting `simulation`.* Did you mean `simulations`"),
    ("search:Simulations=4", "Did you mean `simulations`"),
    ("search:depth=4", "no setting `depth`; its settings are simulations, ms, width"),
    ("search:seed=4", "no setting `seed`"),
    ("search:done=4", "no setting `done`"),
    ("search:simulations=-4", "`simulations` is a whole number from 1 to 1,000,000, not -4"),
    ("search:simulations=0", "not 0"),
    ("search:simulations=2.5", "not 2.5"),
    ("search:simulations=many", "not many"),
    ("search:simulations=nan", "not nan"),
    ("search:simulations=1e99", "not 1e99"),
    ("search:simulations=1_0", "not 1_0"),
    ("search:simulations=04", "not 04"),
    ("search:simulations=+4", r"not \+4"),
    ("search:simulations=\u0664", "not \u0664"),
    ("search:ms=0", "`ms` is a number from 1 to 3,600,000, not 0"),
    ("search:ms=-5", "not -5"),
    ("search:ms=nan", "not nan"),
    ("search:ms=inf", "not inf"),
    ("search:width=0", "`width` is a whole number from 1 to 64"),
    ("search:exploration=-1", "`exploration` is a number"),
    ("search:simulations=4,simulations=5", "`simulations` twice"),
    ("search:simulations", "should read like"),
    ("search:simulations=", "should read like"),
    ("search:=4", "should read like"),
    ("search:", "should read like"),
    ("search:simulations=4,", "should read like"),
    ("flat:rollouts=0", "`rollouts` is a whole number from 1 to 100,000"),
    ("flat:rollout=3", "Did you mean `rollouts`"),
    ("random:ms=5", "has no setting `ms`; it has none"),
    ("planner:depth=3", "'planner' has no setting `depth`"),
    ("easy:ms=50", "'easy' has no setting `ms`"),
    ("hard:width=3", "its settings are simulations, ms"),
    ("serach", "Did you mean search"),
    ("", "There is no bot ''"),
    (":simulations=4", "There is no bot ''"),
    ("cmd:", "none was given"),
    ("cmd:surely-no-such-program", "there is no program"),
    ("cmd:sed 'open", "No closing quotation"),
]


@pytest.mark.parametrize(("text", "sentence"), WRONG, ids=[text for text, _ in WRONG])
def test_a_wrong_setting_is_refused_when_the_bot_is_named(text: str, sentence: str) -> None:
    with pytest.raises(BadRequest, match=sentence):
        parse_bot(text)
    if text:  # without one there are no levels, and a seat of the terminal plays at random; the command line refuses it
        for named in (lambda: Opponents([text]), lambda: AvailableLevels(text)):
            with pytest.raises(BadRequest, match=sentence):
                named()


def test_every_setting_reaches_its_bot() -> None:
    bot = parse_bot("search:simulations=1e3,ms=2.5,width=3,exploration=0.5").make(1)
    assert isinstance(bot, SearchBot)
    assert bot.budget == Budget(2.5, 1000)
    tree = bot.new_tree(load("smallworld").evaluator())
    assert (tree.width, tree.exploration) == (3, 0.5)
    assert parse_bot("hard:ms=80").make(1).budget == Budget(80.0)


def test_a_class_checks_its_settings_too() -> None:
    for make in (lambda: SearchBot(1, width=0), lambda: SearchBot(1, widht=3), lambda: FlatBot(1, rollouts=0)):
        with pytest.raises(BadRequest, match=r"has no setting|is a whole number"):
            make()


def test_the_declared_defaults_are_those_of_the_tree() -> None:
    tree = SearchTree(load("smallworld").evaluator(), 1)
    for setting in TREE_SETTINGS:
        assert setting.default in (None, getattr(tree, setting.name))
    assert SearchBot(1).budget == Budget(1000.0)
    assert parse_bot("hard").make().budget == Budget(700.0, 800)
    assert parse_bot("expert").make().budget == Budget(2200.0, 4000)


def test_a_bot_of_ones_own_declares_its_settings(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN, encoding="utf-8")
    assert vars(parse_bot(f"{file}:Careful:depth=3").make())["depth"] == 3
    assert vars(parse_bot(f"{file}:depth=4").make())["depth"] == 4
    for text, sentence in (
        (f"{file}:Careful:dept=3", "Did you mean `depth`"),
        (f"{file}:Careful:depth=10", "a whole number from 1 to 9"),
        (f"{file}:Careful:", "should read like"),
        (f"{file}:Carefull", "Did you mean Careful"),
        (f"{file}:Careful:ms=3", "no setting `ms`"),
    ):
        with pytest.raises(BadRequest, match=sentence):
            parse_bot(text)
    file = tmp_path / "odd.py"
    file.write_text(OWN.replace('(Setting("depth", 1, 9, default=2),)', '("depth",)'), encoding="utf-8")
    with pytest.raises(BadRequest, match="should be a tuple of"):
        parse_bot(str(file))


@pytest.mark.parametrize(
    "arguments",
    [
        ["tournament", "search:simulation=4", "random", "--games", "2"],
        ["simulate", "smallworld", "--games", "2", "--bots", "search:simulation=4"],
        ["play", "--terminal", "--bots", "search:simulation=4"],
        ["play", "--no-browser", "--bots", "search:simulation=4"],
        ["serve", "--bots", "search:simulation=4", "--port", "1"],
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_every_command_refuses_it_at_once(arguments: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hordes", *arguments]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path
    )
    assert done.returncode == 2
    output = " ".join(done.stderr.replace("│", " ").split())
    assert "The bot 'search' has no setting `simulation`" in output
    assert "Did you mean `simulations`?" in output
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def described(bot: str, setting: Setting) -> tuple[str, ...]:
    default = "" if setting.default is None else f"{setting.default:,.10g}"
    return f"`{bot}`", f"`{setting.name}`", setting.expected_range().removeprefix("a "), default, setting.about


def test_the_page_lists_every_setting_of_every_bot() -> None:
    rows = re.findall(r"^\| (`\w+`) \| (`\w+`) \| (.*?) \| (.*?) ?\| (.*?) \|$", PAGE.read_text(encoding="utf-8"), re.M)
    assert rows == [described(name, setting) for name, kind in BUILT_IN_BOTS.items() for setting in kind.accepts]


@pytest.mark.parametrize("text", ["random", "greedy", "flat:rollouts=1", "easy", "search:simulations=3,width=2"])
def test_copies_of_a_bot_go_on_with_its_plans_and_its_luck(text: str) -> None:
    bot, state = parse_bot(text).make(5), midway(11, 0, TWO)
    bot.choose(question(state, TWO))
    by_hand = type(bot)(5)
    twins = [copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))]
    answers = [bot.choose(question(state, TWO)) for _ in range(3)]
    for twin in twins:
        assert [twin.choose(question(state, TWO)) for _ in range(3)] == answers
    assert copy.deepcopy(by_hand).seed == pickle.loads(pickle.dumps(by_hand)).seed == 5
