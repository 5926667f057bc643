"""Words of one's own: a trait's moves are offered, read, refused, told, recorded and numbered like those of the box."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hordes.engine.games import enrol, load
from hordes.engine.match import Match
from hordes.engine.playout import settle_chance
from hordes.engine.record import Record
from hordes.engine.referee import answer
from hordes.engine.rng import Rng
from hordes.engine.state import TARGETS
from hordes.smallworld import moves
from tests.smallworld.asking import board, held, player

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "river_folk.py")
OWN: dict[str, Any] = {"sets": ["base", "river_folk"]}


@pytest.fixture(autouse=True)
def _river_folk() -> None:
    enrol("smallworld", EXAMPLE)


def ask(
    regions: dict[str, Any], me: dict[str, Any], *played: str, on: dict[str, Any] | None = None, **more: Any
) -> Any:
    position = {"turn": 3, "player": 0, "phase": "redeploy", "regions": regions, "players": [me, player()]} | more
    options = {"map": on or board(), "players": 2, **OWN}
    return answer({"game": "smallworld", "options": options, "position": position, "moves": list(played), "seed": 1})


LIT = held(0, "elves", 1, beacon=1)


def test_an_own_word_is_offered_behind_the_words_of_the_box() -> None:
    reply = ask({"a": held(0, "elves"), "b": held(0, "elves")}, player("elves", "lamplighting", hand=2))
    assert reply["legal"] == ["place a", "place b", "place a 2", "place b 2", "kindle a", "kindle b"]


def test_act_changes_the_table_and_the_event_tells_it() -> None:
    reply = ask({"a": held(0, "elves")}, player("elves", "lamplighting", hand=2), "kindle a")
    assert reply["position"]["regions"]["a"]["pieces"] == {"beacon": 1}
    assert reply["position"]["players"][0]["active"]["hand"] == 1
    told = {"type": "own_word", "seat": 0, "race": "elves", "trait": "lamplighting", "word": "kindle", "region": "a"}
    assert told in reply["events"]


def test_a_position_with_own_pieces_is_read_back() -> None:
    reply = ask({"a": LIT}, player("elves", "lamplighting", hand=1))
    assert reply["legal"] == ["place a"]
    again = answer(
        {"game": "smallworld", "options": {"map": board(), "players": 2, **OWN}, "position": reply["position"]}
    )
    assert again["position"] == reply["position"]


def test_hooks_of_the_own_power_count() -> None:
    reply = ask({"a": LIT}, player("elves", "lamplighting", hand=1), phase="start")
    assert "conquer b" in reply["legal"]  # two less one, next to the beacon
    scored = ask({"a": LIT}, player("elves", "lamplighting", hand=1, coins=0), "place a", "done")
    assert scored["position"]["players"][0]["coins"] == 1 + 1


def test_own_pieces_go_with_their_region() -> None:
    reply = ask({"a": LIT, "b": held(0, "elves")}, player("elves", "lamplighting"), "abandon a", phase="start")
    assert "a" not in reply["position"]["regions"]
    back = ask(
        {"a": LIT, "b": held(0, "elves", 4)}, player("elves", "lamplighting"), "abandon a", "conquer a", phase="start"
    )
    assert "pieces" not in back["position"]["regions"]["a"]


def test_an_own_phase_is_not_passed_over_while_its_word_can_be_said() -> None:
    one = board("a:hill,border b:hill,border")
    reply = ask({"a": LIT, "b": held(0, "elves", 2)}, player("elves", "lamplighting"), "stop", on=one, phase="start")
    assert reply["phase"] == "redeploy"
    assert "kindle b" in reply["legal"]


@pytest.mark.parametrize(
    ("regions", "me", "said", "words"),
    [
        ({"a": LIT}, player("elves", "lamplighting", hand=1), "kindle a", "A beacon burns in a already."),
        ({"a": LIT}, player("elves", "lamplighting", hand=1), "kindle b", "b is not held by your Elves."),
        ({"a": held(0, "elves")}, player("elves", "hill", hand=1), "kindle a",
         "Hill Elves cannot `kindle`: that is what Lamplighting can do."),
        ({"a": LIT}, player("elves", "lamplighting", hand=1), "kindle", "the move is written `kindle REGION`"),
        ({"a": LIT}, player("elves", "lamplighting", hand=1), "kindle nowhere", "There is no region nowhere"),
        ({"a": LIT}, player("elves", "lamplighting", hand=1), "kindle a b", "the move is written `kindle REGION`"),
    ],
)  # fmt: skip
def test_a_refusal_is_in_the_words_of_the_trait(
    regions: dict[str, Any], me: dict[str, Any], said: str, words: str
) -> None:
    error = ask(regions, me, said)["error"]
    assert error["code"] == "illegal_move"
    assert words in error["message"]


def test_the_word_is_unknown_in_games_without_the_set() -> None:
    reply = answer({"game": "smallworld", "options": {}, "moves": ["kindle 3"]})
    assert reply["error"]["code"] == "unknown_move"


def test_numbers_of_the_box_never_change_and_own_ones_follow() -> None:
    game = load("smallworld")
    assert game.distinct_moves({}) == moves.VERBS * TARGETS
    assert game.distinct_moves(OWN) == (moves.OWN + 1) * TARGETS
    match = Match(game, OWN, 1)
    assert match.state.parse("pick 1") == moves.PICK * TARGETS
    kindle = match.state.parse("kindle 7")
    assert kindle == moves.OWN * TARGETS + 7
    assert match.state.describe(kindle) == "kindle 7"


def test_explain_says_what_the_word_would_do() -> None:
    options = {"map": board(), "players": 2, **OWN}
    position: dict[str, Any] = {"phase": "redeploy", "regions": {"a": LIT, "b": held(0, "elves")}}
    position["players"] = [player("elves", "lamplighting", hand=2), player()]
    state = load("smallworld").from_position(options, position)
    settle_chance(state, Rng(1))
    assert state.explain("kindle b") == "takes one token; 1 of 3 burn"


def test_forms_with_a_seat_a_number_or_nothing(tmp_path: Path) -> None:
    path = tmp_path / "talkers.py"
    path.write_text(TALKERS, encoding="utf-8")
    enrol("smallworld", str(path))
    options = {"map": board(), "players": 3, "sets": ["base", "talkers"]}
    seats = [player("elves", "chatty", hand=0), player(), player()]
    position = {"phase": "conquer", "regions": {"a": held(0, "elves", 2)}, "players": seats}
    request = {"game": "smallworld", "options": options, "position": position}
    legal = answer(request)["legal"]
    assert [text for text in legal if text.split()[0] in ("hail", "brew", "feast")] == [
        "hail 1", "hail 2", "brew 1", "brew 3", "feast",
    ]  # fmt: skip
    for said in ("hail 2", "brew 3", "feast"):
        reply = answer(request | {"moves": [said]})
        assert reply["ok"]
        assert reply["events"][-1]["type"] == "own_word"
        assert "decline" not in reply["legal"]
    assert "There is no seat 3." in answer(request | {"moves": ["hail 3"]})["error"]["message"]
    assert "1 to 61" in answer(request | {"moves": ["brew 62"]})["error"]["message"]
    assert "has no place here" in answer(request | {"moves": ["brew 2"]})["error"]["message"]


TALKERS = '''
from hordes.smallworld.kit import CONQUER, Power


class Chatty(Power):
    """It talks."""

    tokens = 4
    words = ("hail SEAT", "brew NUMBER", "feast")

    def turn_begins(self, t, me):
        me.power_note = 0

    def offer(self, t, me):
        if t.phase == CONQUER and me.power_note == 0:
            t.offer(self.number("hail"), 0b110)
            t.offer(self.number("brew"), 0b101)
            t.offer(self.number("feast"), 1)

    def act(self, t, me, verb, target):
        me.power_note = {"hail": 1, "brew": 2, "feast": 3}[self.word(verb)]
'''


def test_a_record_with_own_words_replays() -> None:
    game = load("smallworld")
    lamps = {"column": [{"race": "elves", "power": "lamplighting"}], "phase": "pick"}
    match = Match(game, {"players": 2, **OWN}, 11, lamps)
    rng = Rng(5)
    while match.state.to_move >= 0:
        legal = match.state.legal_texts()
        own = [text for text in legal if text.startswith("kindle")]
        match.play((own or legal)[0 if own or "pick 1" in legal else int(rng.below(len(legal)))])
    assert any(text.startswith("kindle") for text in match.record.moves)
    data = match.save()
    assert data["options"]["digests"].keys() == {"river_folk"}
    assert Record.from_json(data).replay() == match.state
