"""The team mode in the terminal: texts for every question, and a whole game."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.referee import answer
from hordes.terminal.board.labels import piece_labels
from hordes.terminal.scene import Scene, all_choices
from hordes.terminal.smallworld.choices import build_choices, question
from hordes.terminal.smallworld.story import result_sentence
from hordes.terminal.wording import SeatNames
from tests.terminal.tables import NAMES, lexicon, map_data, session

TEAMS: dict[str, Any] = {"mode": "teams", "sets": ["base", "cursed", "grand_dames", "be_not_afraid", "royal_bonus"]}


def at(reply: dict[str, Any]) -> Scene:
    seat = reply["to_move"]
    return Scene(reply["position"], seat, map_data(6), lexicon(), SeatNames(NAMES, seat), lambda move: "")


def after(regions: dict[str, Any], seats: dict[int, dict[str, Any]], *moves: str, **more: Any) -> dict[str, Any]:
    empty: dict[str, Any] = {"coins": 0, "active": None, "declined": []}
    players = [empty | seats.get(seat, {}) for seat in range(6)]
    position = {"turn": 3, "phase": "start", "regions": regions, "players": players} | more
    reply = answer({"game": "smallworld", "options": TEAMS, "position": position, "moves": list(moves)})
    assert reply["ok"], reply["error"]
    return reply


def held(player: int, race: str, tokens: int = 1, **more: Any) -> dict[str, Any]:
    return {"player": player, "race": race, "tokens": tokens} | more


RATS = {"active": {"race": "ratmen", "power": "swamp", "hand": 9}}
STILL = {"active": {"race": "ratmen", "power": "swamp", "hand": 0}}


@pytest.mark.parametrize("hotseat", [False, True])
def test_a_whole_team_game_by_the_first_choice(hotseat: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    table = session(TEAMS | {"turns": 1}, seed=5, hotseat=hotseat)
    lines: list[str] = []

    def type_first(prompt: str = "") -> str:
        lines.append(prompt)
        moves = table.match.state.legal_texts()
        return moves[0] if moves else ""

    monkeypatch.setattr("builtins.input", type_first)
    assert table.run() == 0
    assert table.match.state.result() is not None
    assert lines


def test_placing_a_monster_is_asked_in_words() -> None:
    reply = answer({"game": "smallworld", "options": TEAMS})
    scene = at(reply)
    groups = build_choices(reply["legal"], scene)
    assert question(scene, groups).startswith("Put a Monster beside a Lost Tribe")
    assert groups[0].heading == "Put a Monster beside a Lost Tribe"
    assert groups[0].choices[0].key == reply["legal"][0].split()[1]


def test_the_tavern_and_the_soapbar_ask_in_words() -> None:
    reply = after({"1": held(0, "ratmen", 1, marker="tavern")}, {0: STILL}, "stop")
    scene = at(reply)
    words = [choice.words for choice in all_choices(build_choices(reply["legal"], scene))]
    assert "1 coin for Grim" in words
    assert "share them?" in question(scene)
    reply = after({"1": held(0, "ratmen", 1, marker="soapbar")}, {0: STILL}, "stop")
    assert "must move on" in question(at(reply))


def test_bony_and_the_sigil_ask_in_words() -> None:
    orcs = {"active": {"race": "orcs", "power": "hill"}}
    ruins = {"declined": [{"race": "humans", "power": None}]}
    regions = {"1": held(0, "ratmen"), "2": {"marker": "boneyard"}, "5": held(1, "humans", declined=True)}
    reply = after(regions, {0: RATS, 1: ruins}, "conquer 2")
    scene = at(reply)
    assert [choice.words for choice in all_choices(build_choices(reply["legal"], scene))] == ["Grim's Humans"]
    assert "whom shall Bony protect?" in question(scene)
    regions = {"1": held(0, "ratmen"), "2": held(3, "orcs"), "40": held(1, "elves", marker="sigil")}
    elves = {"active": {"race": "elves", "power": "forest"}}
    reply = after(regions, {0: RATS, 1: elves, 3: orcs}, "conquer 2")
    assert question(at(reply)) == "The Orcs are losing a token: give one of yours instead?"


def test_a_region_names_its_monster_and_markers() -> None:
    assert piece_labels({"lost_tribe": True, "monster": True, "marker": "soapbar"}) == ["monster", "soapbar"]
    assert piece_labels({"marker": ["soapbar", "tavern"]}) == ["soapbar", "tavern"]


def test_a_team_wins_together() -> None:
    result = {"scores": [9, 67, 8, 7, 72, 6], "winners": [1, 4], "reason": "best weaker partner: 67"}
    assert result_sentence(result, SeatNames(NAMES)) == "Grim and Tuck win as a team with 67 and 72 coins."
