"""Sessions of Small World in the terminal: whole games by script, undo, save and load, confirmations."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hordes.engine.core.state import OVER
from hordes.engine.match import Match
from hordes.terminal.console import PlayerLeft
from hordes.terminal.play import begin, resume, run
from hordes.terminal.saves import Autosave, SaveError, find_unfinished, read_save
from hordes.terminal.scene import all_choices
from hordes.terminal.session import Session
from hordes.terminal.smallworld.choices import build_choices
from hordes.terminal.smallworld.previews import after_done, only_stopping
from tests.terminal.tables import INLINE, Typist, assert_fits, console, play, session, written


def random_lines(table: Session, seed: int = 0) -> Iterator[str]:
    """Types legal moves at random, in full or by key, and commands in between."""
    rng = random.Random(seed)
    asides = itertools.cycle(
        ["?", "? trolls", "map", "table", "players", "column", "log", "score", "? 3", "zzz", "conquer 99"]
    )
    while True:
        if rng.random() < 0.1:
            yield next(asides)
        yield rng.choice([*table.match.state.legal_texts(), first_key(table)])


def first_key(table: Session) -> str:
    """What one types for the first choice of the list."""
    state = table.match.state
    return all_choices(build_choices(state.legal_texts(), table.scene(int(state.to_move))))[0].key


@pytest.mark.parametrize(("players", "width"), [(2, 80), (3, 120), (4, 80), (5, 120)])
def test_a_whole_game_by_script(players: int, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = session({"players": players}, seed=players, width=width)
    text = play(table, random_lines(table), monkeypatch)
    assert table.match.state.to_move == OVER
    assert "Final scores" in text
    assert re.search(r"(wins?|share the victory) with \d+ coins", text.splitlines()[-1])
    assert "Traceback" not in text
    assert_fits(text.split("\n"), width)


def test_always_the_first_choice_plays_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    for options in ({"players": 2}, {"players": 2, "map": INLINE}):
        table = session(options, seed=5)
        play(table, (first_key(table) for _ in range(2000)), monkeypatch)
        assert table.match.state.to_move == OVER


def test_a_small_map_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    table = session({"players": 2, "map": INLINE}, seed=2)
    text = play(table, random_lines(table), monkeypatch)
    assert "#a #c" in text
    assert "Final scores" in text


def test_a_person_sees_a_fresh_screen_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    table = session(seed=3, live=True)
    text = play(table, ["1", "stop", "n", "stop", "n"], monkeypatch)
    assert text.count("Turn 1 of 10") >= 2
    assert "Until next time." in text


def first_person(seed: int = 1, **options: Any) -> Session:
    """A table at which the person is about to pick."""
    table = session(seed=seed, **options)
    while table.match.state.to_move != 0:
        table.match.play(table.match.state.legal_texts()[0])
    return table


def entry(table: Session) -> str:
    """The first conquest on offer after picking the top combo."""
    table.match.play("pick 1")
    return next(
        move for move in table.match.state.legal_texts() if move.startswith("conquer") and len(move.split()) == 2
    )


def test_a_wrong_move_is_answered_with_the_rule_and_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = first_person()
    text = play(table, ["conquer 3", "pick 1", "conquer 7 with teeth", "pick 1", "place 1"], monkeypatch)
    assert text.count("›") == 0
    assert "pick" in text.lower()
    assert "is no way to conquer" in text
    assert "Until next time" in text


def test_undo_takes_back_and_the_log_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    table = first_person()
    move = entry(table)
    before, events = table.match.state.position(), len(table.match.events)
    play(table, [move, "undo"], monkeypatch)
    assert table.match.state.position() == before
    assert len(table.match.events) == events


def test_undo_stops_at_the_reveal(monkeypatch: pytest.MonkeyPatch) -> None:
    table = first_person()
    text = play(table, ["pick 1", "undo"], monkeypatch)
    assert "Nothing can be taken back" in text


def test_spread_and_all_and_undoing_them_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = first_person()
    table.match.play(entry(table))
    table.match.play("stop")
    before = table.match.state.position()
    assert table.match.state.phase_name() == "redeploy"
    region = table.match.state.legal_texts()[0].split()[1]
    play(table, ["spread"], monkeypatch)
    assert table.match.state.legal_texts() == ["done"]
    play(table, ["undo"], monkeypatch)
    assert table.match.state.position() == before
    play(table, [f"all {region}"], monkeypatch)
    assert table.match.state.legal_texts() == ["done"]


def test_enter_plays_the_only_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    table = first_person()
    table.match.play(entry(table))
    table.match.play("stop")
    typist = Typist(["", "spread", ""])
    monkeypatch.setattr("builtins.input", typist)
    table.run()
    assert typist.prompts[2] == "Enter = done › "
    assert any(event["type"] == "scored" for event in table.match.events)


def test_save_and_load_round_trip(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = first_person(seed=4)
    path = tmp_path / "game.json"
    move = entry(table)
    text = play(table, [f"save {path}", move, f"load {path}", f"load {tmp_path / 'none'}"], monkeypatch)
    assert "Saved to" in text
    assert "There is no file" in text
    saved = read_save(path)
    again = Match.load(dict(saved.record))
    assert table.match.state.position() == again.state.position()
    assert table.match.events == again.events
    assert saved.names == table.names


def test_a_bad_file_changes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"kind": "hordes saved game", "version": 1, "game": "smallworld",'
                   ' "table": {"names": [], "humans": []}, "record": {"format": 1}}')  # fmt: skip
    table = first_person()
    before = table.match.state.position()
    text = play(table, [f"load {bad}", f"save {tmp_path}", "save", "load"], monkeypatch)
    assert "lacks its" in text
    assert "a folder" in text.replace("\n", "")
    assert "Save where?" in text
    assert "Load which game?" in text
    assert table.match.state.position() == before


def test_quit_offers_to_save(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = first_person()
    play(table, ["quit", "c", "quit", str(tmp_path / "kept")], monkeypatch)
    assert read_save(tmp_path / "kept.json").game == "smallworld"
    play(first_person(), ["quit", "no"], monkeypatch)
    play(first_person(), ["quit", str(tmp_path), "quit", ""], monkeypatch)


def test_the_unfinished_game_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    keeper = Autosave(tmp_path)
    table = first_person()
    table.autosave = keeper
    text = play(table, ["pick 1"], monkeypatch)
    assert "The game waits" in text
    unfinished = find_unfinished(tmp_path)
    assert unfinished is not None
    assert unfinished[0] == keeper
    later = resume(unfinished[1], table.terminal, keeper)
    assert later.match.state.position() == table.match.state.position()
    assert later.names == table.names
    play(later, random_lines(later), monkeypatch)
    assert find_unfinished(tmp_path) is None


def test_an_unfinished_game_of_other_rules_makes_way_for_a_new_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HORDES_HOME", str(tmp_path))
    old = first_person().saved()
    Autosave(tmp_path).save(replace(old, record={**old.record, "rules": "0"}))
    terminal = session(live=True).terminal
    monkeypatch.setattr("hordes.terminal.play.open_terminal", lambda fast: terminal)
    monkeypatch.setattr("builtins.input", Typist(["y", "1"]))
    assert run(options={"players": 2}) == 0
    assert "cannot be continued" in written(terminal.console)
    assert (tmp_path / "previous-1.json").exists()
    assert find_unfinished(tmp_path) is not None
    monkeypatch.setattr("builtins.input", Typist(["y", "1"]))
    assert run(options={"players": 2}) == 0
    assert "The game goes on." in written(terminal.console)


def test_several_people_pass_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    table = session({"players": 2}, seed=1, hotseat=True)
    typist = Typist(random_lines(table))
    monkeypatch.setattr("builtins.input", typist)
    table.run()
    assert any(prompt.startswith("Player 2 plays next") for prompt in typist.prompts)
    assert table.match.state.to_move == OVER


def test_asking_about_a_region_names_the_rule_that_forbids_it(monkeypatch: pytest.MonkeyPatch) -> None:
    table = first_person()
    entry(table)
    inland = next(r for r in table.interface.map_data.regions if not r.border and r.terrain not in ("sea", "lake"))
    text = play(table, [f"? {inland.id}", f"conquer {inland.name}"], monkeypatch)
    assert " ".join(text.split()).count("must enter through a border region") == 2
    assert "To conquer it now" not in text


def test_messages_name_players_not_seats() -> None:
    table = session({"players": 3})
    assert table._with_names("You attacked seat 1 twice") == f"You attacked {table.names[1]} twice"


def test_arguments_of_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("builtins.input", Typist(["1", "?"]))
    assert run(options={"players": 2}, seed=1) == 0
    assert "A new game for 2 (seed 1)." in capsys.readouterr().out
    assert run(options={"players": 9}) == 2
    assert run(game="chess") == 2
    assert run(options={"map": "atlantis"}) == 2
    assert run(seat=7) == 2
    assert run(load=str(tmp_path / "none")) == 2
    assert run(load="previous-1", options={"players": 2}, seed=3) == 2
    assert run(options={"players": 2}, seed=1, bots=["easy", "hard"]) == 2
    assert run(options={"players": 2}, seed=1, bots=["easy"], hotseat=True) == 2
    errors = " ".join(capsys.readouterr().err.split())
    assert errors.count("hordes: ") == 8
    assert "leave out players, seed, or --load" in errors
    assert "2 bots are named (easy, hard), and there is 1 seat for them" in errors
    assert "A bot is named (easy), and there are no seats for them" in errors
    assert "Traceback" not in errors


def test_the_same_seed_gives_the_same_game() -> None:
    tables = [session({"players": 3}, seed=8) for _ in range(2)]
    assert tables[0].match.state.position() == tables[1].match.state.position()
    assert tables[0].names == tables[1].names


def test_leaving_before_the_game_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = session().terminal
    monkeypatch.setattr("builtins.input", Typist([]))
    with pytest.raises(PlayerLeft):
        terminal.ask("? ")
    with pytest.raises(SaveError, match="no seat"):
        begin(terminal, None, "smallworld", {"players": 2}, 1, 5)


def test_ctrl_c_leaves_without_a_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str = "") -> str:
        raise KeyboardInterrupt

    table = session()
    monkeypatch.setattr("builtins.input", interrupted)
    assert table.run() == 0
    assert "Until next time." in written(table.terminal.console)


def test_plain_output_has_no_escape_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    table = session({"players": 4}, seed=2, width=120)
    text = play(table, ["1", "1", "stop"], monkeypatch)
    assert "\x1b" not in text
    assert "╭" in text
    assert console().no_color


def live(seed: int = 1, **options: Any) -> Session:
    """A person at a screen, about to pick."""
    table = first_person(seed=seed, **options)
    table.terminal.is_interactive = True
    return table


def test_a_person_is_asked_before_declining_or_wasting_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    table = live()
    entry(table)
    typist = Typist(["stop", "n", "stop", "yes"])
    monkeypatch.setattr("builtins.input", typist)
    table.run()
    assert sum("hold no region yet" in prompt for prompt in typist.prompts) == 2
    assert any(event["type"] == "scored" and event["seat"] == 0 for event in table.match.events)
    table = live(seed=3)
    table.match.play(entry(table))
    while "decline" not in table.match.state.legal_texts():
        table.match.play(table.match.state.legal_texts()[-1])
    held = sum(r.get("player") == 0 for r in table.match.state.position()["regions"].values())
    typist = Typist(["decline", "", "decline", "y"])
    monkeypatch.setattr("builtins.input", typist)
    table.run()
    assert sum("Go into decline?" in prompt for prompt in typist.prompts) == 2
    assert any(f"This ends your turn: {held} region" in prompt for prompt in typist.prompts)
    assert any(event["type"] == "declined" for event in table.match.events)


def test_stop_and_done_never_stand_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    table = first_person()
    table.match.play(entry(table))
    text = play(table, ["done"], monkeypatch)
    assert "Conquests end with `stop`" in text
    assert table.match.state.phase_name() == "conquer"


def test_conquests_end_by_themselves_when_nothing_is_left_and_are_undone_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for seed in range(1, 200):
        table = first_person(seed=seed)
        table.match.play(entry(table))
        state = table.match.state
        while moves := [m for m in state.legal_texts() if m.startswith("conquer") and len(m.split()) == 2]:
            before, last = state.position(), moves[0]
            table.match.play(last)
            state = table.match.state
            if only_stopping(state):
                break
        if only_stopping(state):
            table.match.undo()
            text = play(table, [last, "undo"], monkeypatch)
            assert "Nothing more could be conquered" in text
            assert table.match.state.position() == before
            return
    raise AssertionError("no such moment in 200 games")


def test_the_question_about_an_unfinished_game_is_asked_until_answered(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HORDES_HOME", str(tmp_path))
    terminal = session(live=True).terminal
    monkeypatch.setattr("hordes.terminal.play.open_terminal", lambda fast: terminal)
    for lines in (["1"], ["what?", "n", "1"], ["n", "1"]):
        monkeypatch.setattr("builtins.input", Typist(lines))
        assert run(options={"players": 2}) == 0
    assert {path.stem for path in tmp_path.glob("previous*")} == {"previous-1", "previous-2"}
    monkeypatch.setattr("builtins.input", Typist(["1"]))
    assert run(load="previous-1") == 0
    assert run(options={"players": 2}, seed=3) == 0
    text = written(terminal.console)
    assert "--load previous-2" in text
    assert "unfinished game is kept; without --seed" in text


def test_rivals_go_on_as_they_would_have_after_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    table = first_person(seed=6, options={"players": 3})
    saved = table.saved()
    again = resume(saved, session().terminal, None)
    for game in (table, again):
        play(game, (first_key(game) for _ in range(60)), monkeypatch)
    assert table.match.record.moves == again.match.record.moves


def test_what_is_typed_while_others_play_answers_the_next_question(monkeypatch: pytest.MonkeyPatch) -> None:
    table = live()
    table.terminal.fast = False
    table.terminal.console = console(80)
    monkeypatch.setattr("hordes.terminal.console._line_within", lambda seconds: "players\n")
    assert table.terminal.pause(0.1)
    assert table.terminal.ask("› ") == "players"
    monkeypatch.setattr("hordes.terminal.console._line_within", lambda seconds: "\n")
    assert table.terminal.pause(0.1)
    assert table.terminal.typed_ahead == []


def test_nobody_passes_the_screen_before_the_first_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    table = session({"players": 2}, seed=1, hotseat=True)
    typist = Typist([])
    monkeypatch.setattr("builtins.input", typist)
    table.run()
    assert typist.prompts == ["› "]


def test_done_says_what_follows() -> None:
    output = set()
    for seed in range(60):
        table = session({"players": 2}, seed=seed, hotseat=True)
        for turn in range(120):
            state = table.match.state
            if state.to_move == OVER:
                break
            moves = state.legal_texts()
            output.add(after_done(state) if "done" in moves else "")
            table.match.play(moves[(seed + 7 * turn) % len(moves)])
    assert output >= {"", "end the turn", "place the Heroes", "name an ally", "score, then decline or stay", "go on"}
