"""What statistics and forks of a running game show: nothing that does not follow from what every spectator was shown.

In Small World coins are hidden in the views of others. But incomes are announced, so whoever adds them up knows the
coins, at a real table, too. A fork of a running game shows them for that reason; it shows no more than the sum.
"""

from typing import Any

import pytest

from tests.server.clients import ME, OPEN, Guest, Server


def spectators_events(guest: Guest, table: str) -> list[dict[str, Any]]:
    """All events of a game as the given visitor was shown them."""
    return [event for step in guest.get(f"/api/tables/{table}/history")["steps"] for event in step["events"]]


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_statistics_of_a_running_game_are_for_a_seat_as_for_a_spectator(server: Server, ann: Guest, game: str) -> None:
    made = ann.create([ME, ME], game=game, options={"players": 2}, public=True)
    play_moves(ann, made, 40)
    with server.guest() as spectator:
        shown = spectator.get(f"/api/tables/{made['table']}/statistics")
        assert shown["incomes"]
        assert shown == ann.get(f"/api/tables/{made['table']}/statistics")


def test_statistics_of_small_world_add_up_what_was_announced_to_spectators(server: Server, ann: Guest) -> None:
    made = ann.create([ME, ME], public=True)
    play_moves(ann, made, 40)
    with server.guest() as spectator:
        shown, told = spectator.get(f"/api/tables/{made['table']}/statistics"), [0, 0]
        for income in shown["incomes"]:
            told[income["seat"]] += income["coins"]
        announced = [0, 0]
        for event in spectators_events(spectator, made["table"]):
            if event["type"] == "scored":
                announced[event["seat"]] += event["coins"]
        assert sum(told) > 0
        assert told == announced


def play_moves(guest: Guest, made: dict[str, Any], moves: int) -> None:
    with guest.open_viewer(made["table"]) as me:
        me.until("snapshot")
        for _ in range(moves):
            me.move(me.my_turn()[0])


def test_a_fork_shows_the_coins_that_a_spectator_can_add_up(server: Server, ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, ME], public=True)
    play_moves(ann, made, 40)
    with server.guest() as spectator:
        view = spectator.get(f"/api/tables/{made['table']}/view")["view"]
        record = spectator.get(f"/api/tables/{made['table']}/record")
        fork = spectator.post(
            f"/api/tables/{made['table']}/fork", {"moves": len(record["moves"]), "seats": [ME, ME]}, status=201
        )
        copied = spectator.get(f"/api/tables/{fork['table']}/record")
        assert copied["moves"] == record["moves"], "it holds what the public record holds, and nothing else"
        uploaded = spectator.post("/api/records", {"record": record, "seats": [ME, ME]}, status=201)
        views = [spectator.get(f"/api/tables/{table['table']}/view")["view"] for table in (fork, uploaded)]
        assert views[0] == views[1], "anybody can make the same of the public record"
        assert view.keys() == views[0].keys()


def test_what_a_game_hides_is_not_forked_or_downloaded_while_it_runs(server: Server, ann: Guest) -> None:
    made = ann.create([ME, OPEN], game="covil", options={"players": 2}, public=True)
    with server.guest() as spectator:
        spectator.join(made, "Bob")
        for guest in (ann, spectator):
            answer = guest.post(f"/api/tables/{made['table']}/fork", {"moves": 0}, 409)
            assert answer["message"] == "A game with hidden cards can be forked when it is over."
            guest.get(f"/api/tables/{made['table']}/record", 400)
