"""Custom sets: registration, digests in records, errors, and that no request can load a file."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from hordes.engine.core.playout import random_playout
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import State
from hordes.engine.errors import BadRecord, BadRequest, PieceError
from hordes.engine.games import load, register_set, registered_sets
from hordes.engine.match import Match
from hordes.engine.referee import answer, answer_line
from hordes.lab.simulate.pool import map_batches
from hordes.lab.simulate.run import simulate
from hordes.smallworld.custom import loader
from tests.refusals import rejected

EXAMPLE = str(Path(__file__).parents[3] / "examples" / "river_folk.py")
OWN: dict[str, Any] = {"sets": ["base", "river_folk"]}

GNOMES = '''
from hordes.smallworld.custom.api import Power, Race

RULINGS = {"gnomes_are_tall": "They are."}

class Gnomes(Race):
    """Every region costs them one token less."""

    banner = 7
    total = 12

    def cheaper_regions(self, t, me):
        return t.board.everywhere if not t.rules.rulings["gnomes_are_tall"] else 0
'''


def write(folder: Path, name: str, source: str = GNOMES) -> str:
    path = folder / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    return str(path)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process in which no set has been named yet."""
    monkeypatch.setattr(loader, "_sets", {})
    loader._version[0] += 1


def test_a_set_is_named_after_its_file_and_its_pieces_join_the_game(tmp_path: Path) -> None:
    assert register_set("smallworld", write(tmp_path, "garden-gnomes")) == "garden_gnomes"
    options = load("smallworld").normalise({"sets": ["garden_gnomes", "base"]})
    assert options["sets"] == ["base", "garden_gnomes"]
    assert len(options["digests"]["garden_gnomes"]) == loader.DIGEST_DIGITS
    assert options["rulings"]["gnomes_are_tall"] is False
    assert load("smallworld").glossary()["gnomes"]["text"] == "Every region costs them one token less."


def test_the_digest_does_not_hang_on_line_ends() -> None:
    assert loader.digest_of("a\r\nb\r\n") == loader.digest_of("a\nb\n") != loader.digest_of("a\nc\n")


def test_games_without_custom_sets_have_no_digests() -> None:
    assert "digests" not in load("smallworld").normalise({})


def test_a_ruling_of_the_set_can_be_switched_only_with_the_set(tmp_path: Path) -> None:
    name = register_set(
        "smallworld", write(tmp_path, "switch_gnomes", GNOMES.replace("gnomes_are", "switch_gnomes_are"))
    )
    rulings = {"switch_gnomes_are_tall": True}
    assert load("smallworld").normalise({"sets": ["base", name], "rulings": rulings})["rulings"] | rulings
    with pytest.raises(BadRequest, match="no ruling"):
        load("smallworld").normalise({"rulings": rulings})


@pytest.mark.usefixtures("fresh")
def test_an_unknown_set_lists_what_exists() -> None:
    with pytest.raises(BadRequest, match="base, cursed, grand_dames, royal_bonus, be_not_afraid"):
        load("smallworld").normalise({"sets": ["base", "curse"]})


@pytest.mark.usefixtures("fresh")
def test_no_request_can_load_a_file(tmp_path: Path) -> None:
    path = write(tmp_path, "sneaky", f"open({str(tmp_path / 'ran')!r}, 'w')\n{GNOMES}")
    for named in (path, path.removesuffix(".py"), "sneaky", "sneaky.py", f"file://{path}"):
        reply = answer({"game": "smallworld", "options": {"sets": ["base", named]}})
        why = "Options name a set by its name, not by its file" if named.endswith(".py") else "There is no set"
        rejected(reply, "bad_request", because=f"{why} {named!r}")
    assert not (tmp_path / "ran").exists()


@pytest.mark.usefixtures("fresh")
def test_a_record_without_its_set_says_which_is_missing() -> None:
    register_set("smallworld", EXAMPLE)
    saved = Match(load("smallworld"), {"players": 2, **OWN}, 1).save()
    loader._sets.clear()
    loader._version[0] += 1
    with pytest.raises(BadRecord, match="no set 'river_folk'"):
        Match.load(saved)


@pytest.mark.usefixtures("fresh")
def test_a_record_of_another_version_of_the_set_says_so(tmp_path: Path) -> None:
    path = write(tmp_path, "gnomes")
    register_set("smallworld", path)
    saved = Match(load("smallworld"), {"players": 2, "sets": ["base", "gnomes"]}, 1).save()
    before = saved["options"]["digests"]["gnomes"]
    write(tmp_path, "gnomes", GNOMES.replace("7", "8").replace("12", "13"))
    register_set("smallworld", path)
    with pytest.raises(BadRecord, match=f"version {before} of the set gnomes; here it is"):
        Match.load(saved)


@pytest.mark.parametrize(
    ("digests", "why"),
    [
        (7, "`digests` is an object of sets and their digests."),
        ({"river_folk": "0" * 16}, "version 0000000000000000 of the set river_folk; here it is"),
        ({"base": "0" * 16}, "version 0000000000000000 of the set base; it is not among the sets"),
        ({"river_folk": 3}, "version 3 of the set river_folk; here it is"),
    ],
)
def test_wrong_digests_are_refused(digests: Any, why: str) -> None:
    register_set("smallworld", EXAMPLE)
    rejected(answer({"game": "smallworld", "options": {**OWN, "digests": digests}}), "bad_request", because=why)


@pytest.mark.usefixtures("fresh")
def test_two_sets_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    register_set("smallworld", write(tmp_path, "twins"))
    with pytest.raises(BadRequest, match="Two sets are called twins"):
        register_set("smallworld", write(tmp_path / "other", "twins"))


@pytest.mark.usefixtures("fresh")
def test_two_sets_with_the_same_piece_cannot_be_in_one_game(tmp_path: Path) -> None:
    names = [register_set("smallworld", write(tmp_path, name)) for name in ("one", "two")]
    assert load("smallworld").glossary()["gnomes"]
    with pytest.raises(BadRequest, match="gnomes"):
        load("smallworld").normalise({"sets": ["base", *names]})


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("class Gnomes(", 1, "no Python"),
        ("import nothing_of_that_name", 1, "ModuleNotFoundError"),
        ("\n\n1 / 0", 3, "ZeroDivisionError"),
        ("raise SystemExit", 1, "leaves the program"),
        ("x = 3", 1, "neither a race nor a power"),
        (
            GNOMES.replace("def cheaper_regions(self, t, me)", "def cheeper_regions(self, t, me)"),
            12,
            "did you mean `cheaper_regions`",
        ),
    ],
)
def test_a_set_with_a_fault_is_refused_with_its_line(tmp_path: Path, source: str, line: int, words: str) -> None:
    with pytest.raises(BadRequest) as refusal:
        register_set("smallworld", write(tmp_path, "faulty", source))
    assert f"Line {line}: " in str(refusal.value)
    assert words.lower() in str(refusal.value).lower()


@pytest.mark.usefixtures("fresh")
def test_an_installed_set_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "installed_gnomes_module")
    monkeypatch.syspath_prepend(str(tmp_path))
    point = metadata.EntryPoint("installed_gnomes", "installed_gnomes_module", loader.ENTRY_POINT_GROUP)
    monkeypatch.setattr(metadata, "entry_points", lambda group: [point] if group == loader.ENTRY_POINT_GROUP else [])
    reply = answer({"game": "smallworld", "options": {"sets": ["base", "installed_gnomes"]}})
    assert reply["ok"]
    with pytest.raises(BadRequest, match="be_not_afraid, installed_gnomes"):
        load("smallworld").normalise({"sets": ["base", "other"]})


@pytest.mark.usefixtures("fresh")
def test_an_installed_set_that_cannot_be_loaded_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    point = metadata.EntryPoint("ghost_set", "no_module_of_that_name", loader.ENTRY_POINT_GROUP)
    monkeypatch.setattr(metadata, "entry_points", lambda group: [point] if group == loader.ENTRY_POINT_GROUP else [])
    reply = answer({"game": "smallworld", "options": {"sets": ["base", "ghost_set"]}})
    assert "cannot be loaded" in reply["error"]["message"]


BROKEN = GNOMES.replace('return t.board.everywhere if not t.rules.rulings["gnomes_are_tall"] else 0', "return ANSWER")


@pytest.mark.parametrize(
    ("answered", "words"),
    [
        ("1 // 0", "Gnomes.cheaper_regions raised ZeroDivisionError"),
        ("None", "Gnomes.cheaper_regions answered None: it answers with a set of regions"),
        ("True", "Gnomes.cheaper_regions answered True"),
        ("-1", "Gnomes.cheaper_regions answered -1"),
        ("t.board.everywhere + 1", "not on the map"),
        ("t.nothing", "AttributeError"),
    ],
)
def test_what_goes_wrong_in_a_hook_names_piece_and_hook(tmp_path: Path, answered: str, words: str) -> None:
    name = register_set("smallworld", write(tmp_path, f"b{abs(hash(answered))}", BROKEN.replace("ANSWER", answered)))
    combo = {"race": "gnomes", "power": "hill"}
    request = {
        "game": "smallworld",
        "options": {"sets": ["base", name]},
        "position": {"phase": "pick", "column": [combo]},
    }
    reply = json.loads(answer_line(json.dumps(request | {"moves": ["pick 1"]})))
    assert reply["error"]["code"] == "bad_request"
    assert words in reply["error"]["message"]
    state = load("smallworld").new({"sets": ["base", name]})
    with pytest.raises(PieceError):
        map_games(state)


def map_games(start: State) -> None:
    """Enough random games that every race is played."""
    for seed in range(50):
        state = start.clone()
        random_playout(state, Rng(seed))


def test_states_with_custom_pieces_are_pickled(tmp_path: Path) -> None:
    register_set("smallworld", EXAMPLE)
    state = Match(load("smallworld"), {"players": 2, **OWN}, 3).state
    assert pickle.loads(pickle.dumps(state)) == state


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_worker_processes_know_the_sets(method: str) -> None:
    register_set("smallworld", EXAMPLE)
    assert ("smallworld", EXAMPLE) in registered_sets()
    assert sorted(map_batches(known, ["ferrymen", "nobody"], 2, method)) == [False, True]


def known(race: str) -> bool:
    """Runs in a process of its own."""
    return race in load("smallworld").glossary()


def test_a_simulation_in_several_processes_is_the_same() -> None:
    register_set("smallworld", EXAMPLE)
    tallies = []
    for jobs in (1, 2):
        total: dict[str, int] = {}
        for tally in simulate("smallworld", {"players": 2, **OWN}, games=8, seed=5, jobs=jobs, details=True):
            for (_, name), stats in tally.picked.items():
                total[name] = total.get(name, 0) + stats.picks
        tallies.append(total)
    assert tallies[0] == tallies[1]


def test_the_referee_takes_sets_at_its_start() -> None:
    line = json.dumps({"game": "smallworld", "options": OWN})
    command = [sys.executable, "-m", "hordes", "referee", "--sets", EXAMPLE]
    done = subprocess.run(command, input=line, capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(done.stdout)["ok"] is True
