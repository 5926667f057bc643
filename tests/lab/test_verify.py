"""`hordes verify`: a record whose dice follow from their secret, forged ones, and those without a proof."""

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from hordes.cli.commands import run
from hordes.engine.errors import BadRecord, BadRequest
from hordes.engine.record import Record
from hordes.lab.verify import FAIR, FORGED, NO_PROOF, Verdict, Witness, verify
from tests.fair_games import SECRET, FairGame

GAMES = ("smallworld", "covil")


@pytest.fixture(scope="module", params=GAMES)
def record(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A finished game."""
    return FairGame(request.param).start().play().record()


@pytest.fixture(scope="module")
def rewound() -> dict[str, Any]:
    """A game in which an outcome of chance was taken back, and given up in the end."""
    game = FairGame().start().play(30)
    game.rewind(game.first_decision_before_chance()).play(40)
    return game.rewind(len(game.log.deciders) - 1).play(3).resign().record()


def said(verdict: Verdict) -> str:
    return "\n".join(verdict.lines)


def outcomes_of_chance(record: dict[str, Any]) -> list[int]:
    """The places of chance's outcomes among the moves."""
    state, places = Record.not_replayed(record).start(), []
    for place, text in enumerate(record["moves"]):
        if state.to_move < 0:
            places.append(place)
        state.play(text)
    return places


def forge(record: dict[str, Any], **dice: Any) -> dict[str, Any]:
    return deepcopy(record) | {"dice": record["dice"] | dice}


def test_a_fair_game_passes_and_says_what_was_checked(record: dict[str, Any]) -> None:
    verdict = verify(record)
    assert verdict.code == FAIR
    assert f"all {len(outcomes_of_chance(record))} outcomes of chance follow from it" in said(verdict)
    assert "Contribution of seat 0: rain\nContribution of seat 1: 7f" in said(verdict)


def test_what_was_taken_back_is_checked_too(rewound: dict[str, Any]) -> None:
    assert verify(rewound).code == FAIR
    assert [item for item in rewound["dice"]["played"] if isinstance(item, int)] != []
    played = [text for text in rewound["dice"]["played"] if isinstance(text, str)]
    assert len(played) > len(rewound["moves"])


def test_what_was_taken_back_is_told(record: dict[str, Any], rewound: dict[str, Any]) -> None:
    """A server that draws again until it likes the outcome passes as fair only with undos that nobody saw."""
    assert "taken back" not in said(verify(record))
    assert "Something was taken back 2 times, with " in said(verify(rewound))
    once = FairGame().start().play(30)
    once.rewind(once.first_decision_before_chance()).play()
    verdict = verify(once.record())
    assert verdict.code == FAIR
    assert re.search(
        r"Something was taken back once, with [1-9]\d* outcomes? of chance: did the players", said(verdict)
    )


def test_what_a_player_has_kept_must_be_in_the_record(record: dict[str, Any]) -> None:
    """The server's own record fits together, but is of another secret, or lacks what the player contributed."""
    commitment = record["dice"]["commitment"]
    assert verify(record, Witness(commitment, ["7f", "rain"])).code == FAIR
    assert "Is this the commitment" in said(verify(record))
    assert "Is this the commitment" not in said(verify(record, Witness(commitment)))
    other = verify(record, Witness("0" * 64))
    assert (other.code, "the commitment that was shown before the game was 000" in said(other)) == (FORGED, True)
    for contributions in (["snow"], ["rain", "rain"]):
        verdict = verify(record, Witness(commitment, contributions))
        assert verdict.code == FORGED
        assert f"the contribution `{contributions[-1]}` is not in the record" in said(verdict)
    running = FairGame().start().play(5).record()
    assert verify(running, Witness("0" * 64)).code == FORGED, "a game that is not over can be told already"
    with pytest.raises(BadRequest, match="64 hexadecimal digits"):
        Witness("66687a")


def test_every_changed_outcome_is_named(record: dict[str, Any]) -> None:
    """Any outcome, replaced by any other one that was possible then."""
    for place in outcomes_of_chance(record)[::7]:
        state = Record.not_replayed(record).start()
        for text in record["moves"][:place]:
            state.play(text)
        for other in set(state.legal_texts()) - {record["moves"][place]}:
            forged = deepcopy(record)
            forged["moves"][place] = other
            verdict = verify(forged)
            assert verdict.code == FORGED
            text = f"move {place + 1} should be `{record['moves'][place]}` by the secret; `{other}` stands there"
            assert text in said(verdict)


def test_a_changed_secret_is_named(record: dict[str, Any]) -> None:
    verdict = verify(forge(record, secret=bytes(32).hex()))
    assert verdict.code == FORGED
    assert "the secret is not the one that was committed to" in said(verdict)


def test_a_secret_changed_with_its_commitment_does_not_fit_the_outcomes(record: dict[str, Any]) -> None:
    commitment = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    verdict = verify(forge(record, secret=bytes(32).hex(), commitment=commitment))
    assert verdict.code == FORGED
    assert "the contributions, the table's id or the secret were changed" in said(verdict)


@pytest.mark.parametrize(
    "contributions",
    [
        [],
        [{"seat": 0, "text": "rain"}],
        [{"seat": 0, "text": "sun"}, {"seat": 1, "text": "7f"}],
        [{"seat": 1, "text": "7f"}, {"seat": 0, "text": "rain"}],
        [{"seat": 1, "text": "rain"}, {"seat": 1, "text": "7f"}],
    ],
    ids=["none", "fewer", "another", "other order", "other seat"],
)
def test_changed_contributions_are_named(record: dict[str, Any], contributions: list[dict[str, Any]]) -> None:
    verdict = verify(forge(record, contributions=contributions))
    assert verdict.code == FORGED
    assert "the contributions, the table's id or the secret were changed" in said(verdict)
    assert verify(forge(record, table="U" * 22)).code == FORGED


def test_outcomes_that_are_passed_over_without_an_undo_are_found(rewound: dict[str, Any]) -> None:
    """A server that draws until it likes the outcome would have to show what it took back."""
    dice = {key: value for key, value in rewound["dice"].items() if key != "played"}
    verdict = verify(deepcopy(rewound) | {"dice": dice})
    assert verdict.code == FORGED
    assert "should be" in said(verdict)


def test_moves_that_were_not_played_are_found(record: dict[str, Any], rewound: dict[str, Any]) -> None:
    moved = deepcopy(rewound)
    del moved["moves"][-1]
    assert "are not the moves of the record" in said(verify(moved))
    unplayable = deepcopy(record)
    place = next(k for k in range(len(record["moves"])) if k not in outcomes_of_chance(record))
    unplayable["moves"][place] = "dance"
    assert f"Not as it was played: Move {place + 1}, `dance`, cannot be" in said(verify(unplayable))
    back = forge(rewound, played=[5000])
    assert "Going back to move 5000 cannot be: Only 0 moves had been made." in said(verify(back))
    assert {verify(data).code for data in (moved, unplayable, back)} == {FORGED}


def test_a_record_without_a_proof_says_so(record: dict[str, Any]) -> None:
    bare = {key: value for key, value in record.items() if key != "dice"}
    assert verify(bare).code == NO_PROOF
    assert "has no proof of its dice" in said(verify(bare))


def test_before_the_end_there_is_no_secret_and_no_verdict() -> None:
    running = FairGame().start().play(5).record()
    assert running["dice"]["secret"] is None
    assert SECRET.hex() not in json.dumps(running)
    assert verify(running).code == NO_PROOF
    assert "a server reveals it when the game is over" in said(verify(running))


def test_a_continued_record_is_checked_from_where_the_table_went_on() -> None:
    first = FairGame().start().play(10).record()["moves"]
    record = FairGame(contributions=()).start(*first).play().record()
    verdict = verify(record)
    assert verdict.code == FAIR
    assert f"first {len(first)} moves are those of a record that the table continued" in said(verdict)
    assert "Nobody added a contribution." in verdict.lines
    everything = forge(record, given=len(record["moves"]))
    assert verify(everything).code == NO_PROOF, "a record that claims all of its moves to be given proves nothing"
    assert "No outcome of chance in this record is its table's own" in said(verify(everything))


def test_what_is_no_record_is_refused(record: dict[str, Any]) -> None:
    wrong: list[tuple[Any, str]] = [
        ([], "no record of a game"),
        ({"format": 1}, "lacks its `game`"),
        (record | {"moves": 5}, "lacks its `moves`"),
        (record | {"dice": 5}, "`dice` of a record is an object"),
    ]
    for data, reason in wrong:
        with pytest.raises(BadRecord, match=reason):
            verify(data)


@pytest.mark.parametrize(("kind", "code"), [("fair", 0), ("forged", 1), ("bare", 2), ("broken", 2), ("missing", 2)])
def test_the_command_has_three_exit_codes(
    kind: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], rewound: dict[str, Any]
) -> None:
    bare = {key: value for key, value in rewound.items() if key != "dice"}
    forged = forge(rewound, secret=bytes(32).hex())
    texts = {"fair": json.dumps(rewound), "forged": json.dumps(forged), "bare": json.dumps(bare), "broken": "{"}
    file = tmp_path / f"{kind}.json"
    if kind != "missing":
        file.write_text(texts[kind], encoding="utf-8")
    assert run(["verify", str(file)]) == code
    out, error = capsys.readouterr()
    assert "Traceback" not in out + error
    assert (out if code == 0 else error).strip()


def test_the_command_compares_what_a_player_has_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rewound: dict[str, Any]
) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(rewound), encoding="utf-8")
    shown = ["--commitment", rewound["dice"]["commitment"]]
    assert run(["verify", str(file), *shown, "--contribution", "rain", "--contribution", "7f"]) == FAIR
    assert run(["verify", str(file), *shown, "--contribution", "hail"]) == FORGED
    assert run(["verify", str(file), "--commitment", "0" * 64]) == FORGED
    assert run(["verify", str(file), "--commitment", ""]) == 2
    assert "64 hexadecimal digits" in capsys.readouterr().err
