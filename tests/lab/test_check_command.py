"""`hordes check`: errors in custom sets, maps, cards and boards with their lines; trial games; measurement."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hordes.engine.errors import BadRequest
from hordes.engine.games import game_of_file, load
from hordes.engine.referee import answer
from hordes.lab.check import run
from hordes.lab.piece_strength import measure_batch
from hordes.smallworld.custom import checker
from hordes.terminal.smallworld import commands

EXAMPLES = Path(__file__).parents[2] / "examples"
HEAD = "from hordes.smallworld.custom.api import *\n"
RACE = 'class Gnomes(Race):\n    """Small."""\n    banner = 6\n    total = 12\n'
POWER = 'class Royal(Power):\n    """Rich."""\n    tokens = 4\n'


def faults(folder: Path, source: str) -> list[tuple[int, str]]:
    path = folder / "own.py"
    path.write_text(source, encoding="utf-8")
    return load("smallworld").inspect(str(path)).faults


def test_the_examples_have_no_fault() -> None:
    assert load("smallworld").inspect(str(EXAMPLES / "river_folk.py")).faults == []
    assert load("smallworld").inspect(str(EXAMPLES / "three_lakes.json")).faults == []


@pytest.mark.parametrize(
    ("body", "line", "words"),
    [
        (RACE + "    def cheeper_regions(self, t, me):\n        return 0\n", 6, "Did you mean `cheaper_regions`?"),
        (RACE + "    def income(self, t):\n        return 1\n", 6, "the rules call it with (self, t, me)"),
        (RACE + "    def income(self, t, me, more):\n        return 1\n", 6, "takes (self, t, me, more)"),
        (RACE + "    def troops_readied(self, t, me):\n        pass\n", 6, "asked of powers only"),
        (POWER + "    def losses(self, t, me):\n        return 0\n", 5, "asked of races only"),
        (RACE + "    def word_for(self, verb):\n        return ''\n", 6, "used by every piece"),
        (RACE + "    def secret(self):\n        return 0\n", 6, "nothing in this file calls it"),
        (RACE.replace("banner", "bannner"), 4, "did you mean `banner`?"),
        (RACE.replace("6", "12"), 4, "`banner` is 1 to 11"),
        (RACE.replace("12", "10"), 5, "a combo may bring 11 tokens: 6 of the banner + 0 + 5"),
        (RACE.replace("12", "62"), 5, "`total` is 1 to 61"),
        (RACE.replace("12", "'12'"), 5, "Gnomes.total is a number, not '12'"),
        (RACE + "    least = 0\n", 6, "`least` is 1 to 3"),
        (POWER.replace("4", "6"), 4, "`tokens` is 0 to 5"),
        (POWER.replace("4", "True"), 4, "Royal.tokens is a number"),
        (RACE.replace('    """Small."""\n', ""), 2, "has no `text`"),
        (RACE.replace("Gnomes", "Trolls"), 2, "the id 'trolls' is taken by a piece of the box"),
        (RACE + "    id = 'mountain'\n", 6, "taken by a word of the game"),
        (RACE + "    id = 'Big Gnomes'\n", 6, "small letters"),
        (RACE + POWER + "    id = 'gnomes'\n", 9, "taken by Gnomes of this set"),
        (POWER + "    words = ('save',)\n", 5, "`save` is taken"),
        (POWER + "    words = ('bless PLACE',)\n", 5, "no form of a move"),
        (POWER + "    words = ('bless REGION', 'bless')\n", 5, "belongs to Royal already"),
        (POWER + "    words = 7\n", 5, "`words` lists texts"),
        (POWER + "    words = ('bless',)\n", 5, "no `offer_custom_verbs`"),
        (POWER + "    words = ('bless',)\n", 5, "no `apply_move`"),
        (POWER + "    mark = 'hero'\n", 5, "taken by the box"),
        (POWER + "    def __init__(self):\n        1 / 0\n", 5, "Royal() raised ZeroDivisionError"),
        (POWER + "    def __init__(self, colour):\n        pass\n", 5, "Royal() raised TypeError"),
        (RACE + "RACES = [3]\n", 6, "lists 3, which is no Race"),
        (RACE + "RACES = []\nPOWERS = []\n" + POWER, 8, "Royal is in neither RACES nor POWERS"),
        (RACE + "RACES = 3\n", 6, "`RACES` is a list"),
        (RACE + "RULINGS = ['x']\n", 6, "`RULINGS` is a dict"),
        (RACE + "RULINGS = {'alchemist_needs_region': ''}\n", 6, "exists already"),
        ("x = (\n", 2, "no Python"),
        ("import no_such_module\n", 2, "ModuleNotFoundError"),
    ],
)
def test_a_fault_is_found_with_its_line(tmp_path: Path, body: str, line: int, words: str) -> None:
    results = faults(tmp_path, HEAD + body)
    assert any(at == line and words in text for at, text in results), results


def test_a_piece_of_the_box_cannot_be_subclassed_either_way(tmp_path: Path) -> None:
    source = "from hordes.smallworld.sets.base_races import Trolls\nclass Ogres(Trolls):\n    banner = 5\n"
    results = faults(tmp_path, source)
    assert any(line == 2 and "derive from Race or Power" in text for line, text in results), results


def test_all_faults_are_listed_not_only_the_first(tmp_path: Path) -> None:
    body = RACE.replace("6", "99").replace("12", "99") + "    def incom(self, t, me):\n        return 1\n"
    assert len(faults(tmp_path, HEAD + body + POWER.replace("4", "9"))) == 4


def test_helpers_and_shared_bases_are_no_faults(tmp_path: Path) -> None:
    body = RACE + "    bonus = 2\n    def income(self, t, me):\n        return self.rich(me)\n"
    body += "    def rich(self, me):\n        return self.bonus\n"
    body += 'class Elders(Gnomes):\n    """Old."""\nRACES = [Elders]\n'
    assert faults(tmp_path, HEAD + body) == []


def test_words_of_the_terminal_are_taken() -> None:
    words = {command.split()[0] for command in commands.COMMANDS if command != "?"} | {*commands.ALIASES}
    assert words | {*commands.VERBS} <= checker.RESERVED_WORDS


REGIONS = [
    {"id": n, "terrain": "hill", "border": n == 0, "adjacent": [m for m in (n - 1, n + 1) if 0 <= m < 6]}
    for n in range(6)
]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({0: {"adjacent": []}}, "borders must be mutual: 1 names 0"),
        ({2: {"adjacent": [1]}, 3: {"adjacent": [4]}}, "falls apart: no way leads from region 0 to region 3"),
        ({0: {"border": False}}, "nobody could enter the map"),
        ({0: {"terrain": "sea"}}, "nobody could enter the map"),
        ({3: {"id": 2}}, "names region 2 twice"),
        ({3: {"terrain": "desert"}}, "unknown terrain 'desert'"),
        ({3: {"symbols": ["gold"]}}, "unknown symbol 'gold'"),
        ({3: {"boarder": True}}, "did you mean `border`?"),
        ({3: {"terrain": "lake", "lost_tribe": True}}, "a Lost Tribe cannot live in a lake"),
        ({3: {"adjacent": [2, 3, 4]}}, "cannot border itself"),
        ({3: {"adjacent": [2, 4, 99]}}, "borders 99, which is not on the map"),
        ({3: {"adjacent": None}}, "lacks its list"),
        ({3: {"id": "with"}}, "cannot be a region's id"),
    ],
)  # fmt: skip
def test_a_map_with_a_fault(tmp_path: Path, changes: dict[int, dict[str, object]], words: str) -> None:
    regions = [region | changes.get(n, {}) for n, region in enumerate(REGIONS)]
    path = tmp_path / "map.json"
    path.write_text('{"regions": [\n' + ",\n".join(map(json.dumps, regions)) + "]}", encoding="utf-8")
    results = load("smallworld").inspect(str(path)).faults
    lines = [line for line, text in results if words in text]
    assert lines, results
    if "mutual" not in words and "enter" not in words:
        assert lines[0] == min(changes) + 2 if "falls" not in words else lines[0] == 5


def test_all_faults_of_a_map_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "map.json"
    regions = [{"id": n % 40, "terrain": "moor", "adjacent": []} for n in range(70)]
    path.write_text(json.dumps({"turns": 0, "players": 1, "turn": 3, "regions": regions}), encoding="utf-8")
    texts = " ".join(text for _, text in load("smallworld").inspect(str(path)).faults)
    for words in ("from 1 to 60", "1 to 62 regions, not 70", "from 2 to 6", "`turns`?", "'moor'", "twice"):
        assert words in texts


def test_what_is_neither_a_set_nor_a_map_is_refused(tmp_path: Path) -> None:
    for name, why in (("own.txt", "neither a set"), ("missing.py", "Cannot read"), ("missing.json", "Cannot read")):
        with pytest.raises(BadRequest, match=why):
            load("smallworld").inspect(str(tmp_path / name))


def test_a_failure_in_play_comes_with_a_request_that_shows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cheats.py"
    source = HEAD + RACE.replace("Gnomes", "Cheats") + "    def picked(self, t, me):\n        me.hand += 1\n"
    path.write_text(source, encoding="utf-8")
    assert run(str(path), game="smallworld", minutes=None, games=4, seed=0, jobs=1) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "no fault found in the set cheats: cheats" in lines[0]
    assert re.fullmatch(r"Cheats: \d+ in hand \+ \d+ in the tray \+ 0 on the map is not 12", lines[1])
    assert answer(json.loads(lines[2]))["ok"]
    assert "hordes referee --sets" in lines[-1]


@pytest.mark.parametrize(
    ("begin", "hook"),
    [("    def __init__(self):\n        super().__init__()\n        self.n = 0\n", "self.n += 1"),
     ("    seen = 0\n", "Counts.seen += 1"), ("", "LOG.append(1)")],
)  # fmt: skip
def test_state_kept_outside_the_table_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], begin: str, hook: str
) -> None:
    path = tmp_path / f"counts_{len(hook)}.py"
    race = RACE.replace("Gnomes", "Counts")
    path.write_text(f"{HEAD}LOG = []\n{race}{begin}    def picked(self, t, me):\n        {hook}\n", encoding="utf-8")
    assert run(str(path), game="smallworld", minutes=None, games=2, seed=0, jobs=1) == 1
    assert "Counts keeps state" in capsys.readouterr().out


def test_a_hook_that_raises_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "crashes.py"
    race = RACE.replace("Gnomes", "Crashes")
    path.write_text(f"{HEAD}{race}    def income(self, t, me):\n        return 1 // 0\n", encoding="utf-8")
    assert run(str(path), game="smallworld", minutes=None, games=2, seed=0, jobs=1) == 1
    out = capsys.readouterr().out
    assert f"Crashes.income raised ZeroDivisionError: integer division or modulo by zero (line 7 of {path})" in out


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("river_folk.py",
         ["ferrymen, lamplighting", "0 failures", "Ferrymen", "Lamplighting", " others", "coins a turn"]),
        ("night_shift.json",
         ["o_lantern, m_watch, m_porter, m_moth, r_bell", "0 failures", "relic", "Bell Without a Clapper", " others"]),
        ("crossroads.json", ["no fault found in the board crossroads", "0 failures", "start zone", "Heron Bank"]),
        ("three_lakes.json", ["0 failures", "decisions a game", "2 players", "first player", "a fair share is 50.0%"]),
    ],
)  # fmt: skip
def test_the_examples_pass_and_are_measured(name: str, words: list[str]) -> None:
    command = [sys.executable, "-m", "hordes", "check", str(EXAMPLES / name), "--games", "6", "--jobs", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    for word in words:
        assert word in done.stdout


def test_every_game_of_the_measurement_has_the_piece() -> None:
    from hordes.engine.games import register_set

    register_set("smallworld", str(EXAMPLES / "river_folk.py"))
    results = measure_batch("smallworld", {"sets": ["base", "river_folk"]}, 3, (0, 5))
    taken = results.pieces["race", "ferrymen"].owners + results.pieces["power", "lamplighting"].owners
    assert results.games == 5
    assert taken >= 5
    assert sum(stats.owners for (kind, _), stats in results.pieces.items() if kind == "race") == sum(
        seats * games for seats, games in results.seats.items()
    )


# Covil

MINION: dict[str, object] = {
    "id": "m_own", "name": "Own Minion", "class": "Warrior", "stat": {"type": "melee", "value": 2}, "cost": 2,
    "ability": {"type": "command", "text": "Move.", "effects": [{"do": "move", "who": "own", "steps": 1}]},
}  # fmt: skip


def covil_faults(tmp_path: Path, data: object) -> list[tuple[int, str]]:
    path = tmp_path / "own.json"
    path.write_text(json.dumps(data, indent=1), encoding="utf-8")
    assert game_of_file(str(path)) == "covil"
    return load("covil").inspect(str(path)).faults


def command(*effects: dict[str, object]) -> dict[str, object]:
    return {"ability": {"type": "command", "text": "Do.", "effects": list(effects)}}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cost": -1}, "`cost` of card m_own is a number from 0 to 20, not -1"),
        ({"class": "Wizard"}, "has the class 'Wizard'"),
        ({"stat": {"type": "magic", "value": 2}}, "needs a `stat`"),
        ({"stat": {"type": "melee", "value": 99}}, "from 0 to 20, not 99"),
        ({"name": None}, "lacks its `name`"),
        ({"id": "two words"}, "an `id` of one word"),
        ({"ability": {"type": "spell", "text": "", "effects": []}}, "needs an `ability` with a `type`"),
        ({"ability": {"type": "command", "effects": []}}, "lacks the `text`"),
        (command({"do": "fly"}), "cannot have the effect"),
        (command({"do": "move", "steps": 9}), "`steps of move` of card m_own is a number from 1 to 2, not 9"),
        (command({"do": "gold", "n": 1, "who": "own"}), "the effect `gold` has no `who`"),
        (command({"do": "strength", "n": 1}), "`strength` counts while an attack is declared"),
        (command({"do": "rest", "count": 2}), "an afternoon with it might never end"),
        (command({"do": "stand", "count": 1}, {"do": "rest", "count": 1}), "an afternoon with it might never end"),
        ({"corst": 3}, "did you mean `cost`?"),
    ],
)
def test_a_card_with_a_fault(tmp_path: Path, changes: dict[str, object], words: str) -> None:
    results = covil_faults(tmp_path, {"extends": "box", "mercenaries": [MINION | changes]})
    assert any(words in text for _, text in results), results
    assert all(line > 1 for line, _ in results)


def test_a_card_in_order_has_no_fault(tmp_path: Path) -> None:
    assert covil_faults(tmp_path, {"extends": "box", "mercenaries": [MINION]}) == []


def test_all_faults_of_a_card_file_are_listed(tmp_path: Path) -> None:
    wrong = MINION | {"cost": 77, "class": "Wizard"} | command({"do": "fly"}, {"do": "gold", "n": 1, "per": "moon"})
    relic = {"id": "r_own", "name": "Own", "gold": -3, "target": "Sky", "bonus": {"stat": "melee", "value": 1}}
    texts = " ".join(
        text for _, text in covil_faults(tmp_path, {"extends": "box", "mercenaries": [wrong], "relics": [relic]})
    )
    for words in ("not 77", "'Wizard'", "fly", "'moon'", "not -3", "'Sky'", "needs an `instant`"):
        assert words in texts, texts


def test_the_numbers_of_cards_are_counted(tmp_path: Path) -> None:
    few = {"overlords": [], "henchmen": [], "mercenaries": [MINION], "relics": []}
    texts = " ".join(text for _, text in covil_faults(tmp_path, few))
    for words in ("0 Overlords are too few", "1 Mercenaries are too few", "relics"):
        assert words in texts, texts
    texts = " ".join(text for _, text in covil_faults(tmp_path, {"mercenaries": [MINION, MINION]}))
    for words in ("Two cards have the id m_own", "lacks its `relics`"):
        assert words in texts, texts


ZONES: list[dict[str, object]] = [
    {"id": "t", "terrain": ["Town"], "adjacent": ["a", "b"]},
    {"id": "a", "terrain": ["Water"], "start": True, "adjacent": ["t"]},
    {"id": "b", "terrain": ["Desert", "Forest"], "start": True, "adjacent": ["t"]},
]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({1: {"terrain": ["Sky"]}}, "has the terrain 'Sky'"),
        ({1: {"terrain": []}}, "one or two terrains"),
        ({1: {"adjacent": []}}, "Borders must be mutual: t names a"),
        ({1: {"adjacent": ["t", "z"]}}, "borders 'z', which is not on the board"),
        ({1: {"start": False}}, "two fortresses need two"),
        ({1: {"start": "yes"}}, "`start` of zone a is true or false"),
        ({1: {"id": "b"}}, "names zone b twice"),
        ({1: {"terrain": ["Town"]}}, "There is one town"),
        ({0: {"adjacent": ["b"]}, 1: {"adjacent": []}}, "no way leads from the town to zone a"),
        ({1: {"terain": ["Water"]}}, "did you mean `terrain`?"),
    ],
)
def test_a_board_with_a_fault(tmp_path: Path, changes: dict[int, dict[str, object]], words: str) -> None:
    zones = [zone | changes.get(n, {}) for n, zone in enumerate(ZONES)]
    results = covil_faults(tmp_path, {"town": "t", "zones": zones})
    assert any(words in text for _, text in results), results


def test_a_board_without_a_fault_and_one_without_a_town(tmp_path: Path) -> None:
    assert covil_faults(tmp_path, {"town": "t", "zones": ZONES}) == []
    assert "`town` is one of its zones" in covil_faults(tmp_path, {"town": "x", "zones": ZONES})[0][1]


@pytest.mark.parametrize(
    "text", ["{", "[1]", '{"zones": 3}', '{"zones": [3]}', '{"relics": 3}', '{"relics": [3]}', "7"]
)
def test_no_file_ends_in_a_stack_trace(tmp_path: Path, text: str) -> None:
    path = tmp_path / "own.json"
    path.write_text(text, encoding="utf-8")
    assert load("covil").inspect(str(path)).faults
    for name, why in (("own.txt", "neither a card file nor a board"), ("missing.json", "Cannot read")):
        with pytest.raises(BadRequest, match=why):
            load("covil").inspect(str(tmp_path / name))


def test_the_solo_game_is_watched_but_not_measured() -> None:
    data = json.loads((EXAMPLES / "crossroads.json").read_text(encoding="utf-8"))
    starts = [load("covil").custom_fuzz_start(k, {"board": data}).options for k in range(5)]
    assert {start["players"] for start in starts} == {1, 2, 3, 4}
    results = measure_batch("covil", {"board": data}, 1, (0, 5))
    assert results.games == 3
    assert sum(stats.owners for (kind, _), stats in results.pieces.items() if kind == "start zone") == 2 + 3 + 4


def test_pieces_of_ones_own_are_watched_in_every_mode_and_measured_where_all_play_alike() -> None:
    from hordes.engine.games import register_set

    gnomes = register_set("smallworld", str(EXAMPLES / "river_folk.py"))
    starts = [load("smallworld").custom_fuzz_start(k, {"sets": ["base", gnomes]}) for k in range(28)]
    modes = [start.options.get("mode", "standard") for start in starts]
    assert {mode: modes.count(mode) for mode in set(modes)} == {"standard": 20, "necromancer": 4, "teams": 4}
    assert {start.options["players"] for start in starts} == {2, 3, 4, 5, 6}
    for start in starts:
        if start.position is not None:
            load("smallworld").from_position(start.options, start.position)
    assert measure_batch("smallworld", {"sets": ["base", gnomes]}, 1, (0, 7)).games == 5


def test_options_narrow_the_trial_down(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(EXAMPLES / "three_lakes.json")
    assert run(file, game="smallworld", minutes=None, games=4, seed=1, jobs=1, options={"players": 3}) == 0
    assert "3 players" in capsys.readouterr().out
    with pytest.raises(BadRequest, match=r"`map` is what the file .* is for"):
        run(file, game="smallworld", minutes=None, games=4, seed=1, jobs=1, options={"map": "map-3p"})
