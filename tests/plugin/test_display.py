"""What interfaces that know no game show of the example game."""

import hordes
from hordes.engine.core.state import PUBLIC


def test_the_board_is_drawn_with_borders_that_both_sides_name() -> None:
    drawing = hordes.load("marches").board_drawing({"players": 2})
    by_id = {region["id"]: region for region in drawing["regions"]}
    for region in drawing["regions"]:
        assert all(region["id"] in by_id[other]["neighbours"] for other in region["neighbours"])
        assert 0 < region["centre"][0] < drawing["size"][0]
        assert 0 < region["centre"][1] < drawing["size"][1]


def test_pieces_are_shown_where_they_stand_and_a_claim_to_its_owner_only() -> None:
    match = hordes.Match("marches", players=2, seed=1)
    match.play("muster lorn")
    match.play("fort lorn")
    shown = match.state.display(0)
    assert shown["status"] == "Round 1 of 5, 1 action left"
    assert [(piece["kind"], piece["count"]) for piece in shown["regions"]["lorn"]] == [("levy", 2), ("fort", 1)]
    claims = [["claim" in dict(seat["facts"]) for seat in match.state.display(s)["seats"]] for s in (0, 1, PUBLIC)]
    assert claims == [[True, False], [False, True], [False, False]]
    glossary = hordes.load("marches").glossary()
    assert all(piece["kind"] in glossary for pieces in shown["regions"].values() for piece in pieces)
