"""Custom verbs: offered, parsed, refused, reported, recorded and numbered like built-in ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hordes.engine.core.playout import resolve_chance
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import TARGETS
from hordes.engine.games import load, register_set
from hordes.engine.match import Match
from hordes.engine.record import Record
from hordes.engine.referee import answer
from hordes.smallworld.state import moves
from tests.refusals import reason, rejected
from tests.smallworld.positions import board, held, player

EXAMPLE = str(Path(__file__).parents[3] / "examples" / "river_folk.py")
OWN: dict[str, Any] = {"sets": ["base", "river_folk"]}


@pytest.fixture(autouse=True)
def _river_folk() -> None:
    register_set("smallworld", EXAMPLE)


def ask(
    regions: dict[str, Any], me: dict[str, Any], *played: str, on: dict[str, Any] | None = None, **more: Any
) -> Any:
    position = {"turn": 3, "player": 0, "phase": "redeploy", "regions": regions, "players": [me, player()]} | more
    options = {"map": on or board(), "players": 2, **OWN}
    return answer({"game": "smallworld", "options": options, "position": position, "moves": list(played), "seed": 1})


LIT = held(0, "elves", 1, beacon=1)


def test_a_custom_verb_is_offered_after_the_built_in_ones() -> None:
    reply = ask({"a": held(0, "elves"), "b": held(0, "elves")}, player("elves", "lamplighting", hand=2))
    assert reply["legal"] == ["place a", "place b", "place a 2", "place b 2", "kindle a", "kindle b"]


def test_apply_move_changes_the_table_and_emits_an_event() -> None:
    reply = ask({"a": held(0, "elves")}, player("elves", "lamplighting", hand=2), "kindle a")
    assert reply["position"]["regions"]["a"]["pieces"] == {"beacon": 1}
    assert reply["position"]["players"][0]["active"]["hand"] == 1
    event = {"type": "own_word", "seat": 0, "race": "elves", "trait": "lamplighting", "word": "kindle", "region": "a"}
    assert event in reply["events"]


def test_a_position_with_custom_pieces_is_read_back() -> None:
    reply = ask({"a": LIT}, player("elves", "lamplighting", hand=1))
    assert reply["legal"] == ["place a"]
    again = answer(
        {"game": "smallworld", "options": {"map": board(), "players": 2, **OWN}, "position": reply["position"]}
    )
    assert again["position"] == reply["position"]


def test_hooks_of_a_custom_power_count() -> None:
    reply = ask({"a": LIT}, player("elves", "lamplighting", hand=1), phase="start")
    assert "conquer b" in reply["legal"]  # two less one, next to the beacon
    scored = ask({"a": LIT}, player("elves", "lamplighting", hand=1, coins=0), "place a", "done")
    assert scored["position"]["players"][0]["coins"] == 1 + 1


def test_custom_pieces_go_with_their_region() -> None:
    reply = ask({"a": LIT, "b": held(0, "elves")}, player("elves", "lamplighting"), "abandon a", phase="start")
    assert "a" not in reply["position"]["regions"]
    back = ask(
        {"a": LIT, "b": held(0, "elves", 4)}, player("elves", "lamplighting"), "abandon a", "conquer a", phase="start"
    )
    assert "pieces" not in back["position"]["regions"]["a"]


def test_a_phase_is_not_skipped_while_a_custom_verb_is_legal() -> None:
    one = board("a:hill,border b:hill,border")
    reply = ask({"a": LIT, "b": held(0, "elves", 2)}, player("elves", "lamplighting"), "stop", on=one, phase="start")
    assert reply["phase"] == "redeploy"
    assert "kindle b" in reply["legal"]


@pytest.mark.parametrize(
    ("regions", "me", "move", "words"),
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
    regions: dict[str, Any], me: dict[str, Any], move: str, words: str
) -> None:
    reason(ask(regions, me, move), 0, because=words)


def test_the_verb_is_unknown_in_games_without_the_set() -> None:
    reply = answer({"game": "smallworld", "options": {}, "moves": ["kindle 3"]})
    rejected(reply, "unknown_move", because="`kindle` is no move of Small World.")


def test_built_in_move_numbers_never_change_and_custom_ones_follow() -> None:
    game = load("smallworld")
    assert game.distinct_moves({}) == (moves.MARKER + 1) * TARGETS
    assert game.distinct_moves(OWN) == (moves.FIRST_CUSTOM + 1) * TARGETS
    match = Match(game, OWN, 1)
    assert match.state.parse("pick 1") == moves.PICK * TARGETS
    kindle = match.state.parse("kindle 7")
    assert kindle == moves.FIRST_CUSTOM * TARGETS + 7
    assert match.state.describe(kindle) == "kindle 7"


def test_explain_says_what_the_verb_would_do() -> None:
    options = {"map": board(), "players": 2, **OWN}
    position: dict[str, Any] = {"phase": "redeploy", "regions": {"a": LIT, "b": held(0, "elves")}}
    position["players"] = [player("elves", "lamplighting", hand=2), player()]
    state = load("smallworld").from_position(options, position)
    resolve_chance(state, Rng(1))
    assert state.explain("kindle b") == "takes one token; 1 of 3 burn"


def test_forms_with_a_seat_a_number_or_nothing(tmp_path: Path) -> None:
    path = tmp_path / "talkers.py"
    path.write_text(TALKERS, encoding="utf-8")
    register_set("smallworld", str(path))
    options = {"map": board(), "players": 3, "sets": ["base", "talkers"]}
    seats = [player("elves", "chatty", hand=0), player(), player()]
    position = {"phase": "conquer", "regions": {"a": held(0, "elves", 2)}, "players": seats}
    request = {"game": "smallworld", "options": options, "position": position}
    legal = answer(request)["legal"]
    assert [text for text in legal if text.split()[0] in ("hail", "brew", "feast")] == [
        "hail 1", "hail 2", "brew 1", "brew 3", "feast",
    ]  # fmt: skip
    for move in ("hail 2", "brew 3", "feast"):
        reply = answer(request | {"moves": [move]})
        assert reply["ok"]
        assert reply["events"][-1]["type"] == "own_word"
        assert "decline" not in reply["legal"]
    for said, why in (("hail 3", "There is no seat 3."), ("brew 62", "1 to 61"), ("brew 2", "has no place here")):
        reason(answer(request | {"moves": [said]}), 0, because=why)


TALKERS = '''
from hordes.smallworld.custom.api import CONQUER, Power


class Chatty(Power):
    """It talks."""

    tokens = 4
    words = ("hail SEAT", "brew NUMBER", "feast")

    def turn_begins(self, t, me):
        me.power_note = 0

    def offer_custom_verbs(self, t, me):
        if t.phase == CONQUER and me.power_note == 0:
            t.offer(self.verb_for("hail"), 0b110)
            t.offer(self.verb_for("brew"), 0b101)
            t.offer(self.verb_for("feast"), 1)

    def apply_move(self, t, me, verb, target):
        me.power_note = {"hail": 1, "brew": 2, "feast": 3}[self.word_for(verb)]
'''


def test_a_record_with_custom_verbs_replays() -> None:
    game = load("smallworld")
    lamps = {"column": [{"race": "elves", "power": "lamplighting"}], "phase": "pick"}
    match = Match(game, {"players": 2, **OWN}, 11, lamps)
    rng = Rng(5)
    while match.state.to_move >= 0:
        legal = match.state.legal_texts()
        custom = [text for text in legal if text.startswith("kindle")]
        match.play((custom or legal)[0 if custom or "pick 1" in legal else int(rng.below(len(legal)))])
    assert any(text.startswith("kindle") for text in match.record.moves)
    data = match.save()
    assert data["options"]["digests"].keys() == {"river_folk"}
    assert Record.from_json(data).replay() == match.state
