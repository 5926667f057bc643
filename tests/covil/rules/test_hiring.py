"""Hiring a Minion (price, payment, change, a full hall) and buying relics."""

from tests.covil.positions import gold, granted, hall, refused, relics, seat


def test_the_printed_payment_of_eight() -> None:
    me = seat("o1! h2 h3", 3, "r01 r24")
    reply = granted(
        "hire m07", "pay gold 3", "pay relic r01", "pay minion h3", "pay minion h2", "done", me=me, pool=["m07"]
    )
    assert hall(reply, 0) == "o1! m07~"
    assert reply["position"]["pool"] == ["h3", "h2"]
    assert reply["position"]["discard"] == ["r01"]


def test_one_minion_a_turn() -> None:
    refused("hire h1", "done", "hire h4", me=seat("o1!", 5), pool=["h1", "h4"], because="One Minion a turn")


def test_tired_and_exhausted_minions_and_the_overlord_cannot_be_handed_over() -> None:
    me = seat("o1 h2~ h3!", 5)
    refused("hire h4", "pay minion h2", me=me, pool=["h4"], because="Squire is tired: only Ready Minions")
    refused("hire h4", "pay minion o1", me=me, pool=["h4"], because="never leaves the throne")


def test_an_active_relic_has_no_gold_value() -> None:
    why = "Idol of Suspiciously Plain Gold is active: only Power Relics in hand"
    refused("hire h4", "pay relic r24", me=seat("o1", 2, active="r24"), pool=["h4"], because=why)


def test_hiring_needs_enough_of_everything_together() -> None:
    message = refused("hire m08", me=seat("o1! h2", 2, "r24"), pool=["m08"], because="The Nameless Notary costs 10")
    assert "worth 7" in message


def test_a_discount_counts_even_if_its_owner_is_handed_over() -> None:
    reply = granted("hire m09", "pay minion m12", "done", me=seat("o1 m12", 1), pool=["m09"])
    assert gold(reply)[0] == 5
    assert hall(reply, 0) == "o1 m09~"


def test_a_price_of_nothing_pays_nothing() -> None:
    assert gold(granted("hire m09", "done", me=seat("o1 m12", 1), pool=["m09"]))[0] == 1


def test_gold_alone_is_not_enough_for_a_full_hall() -> None:
    me = seat("o1! h1 h2 h3 h4 h5", 5)
    refused("hire m09", "pay gold 2", "done", me=me, pool=["m09"], because="at least one Ready Minion")


def test_a_full_hall_of_tired_minions_cannot_hire() -> None:
    me = seat("o1! h1~ h2~ h3~ h4~ h5~", 5)
    why = "The hall is full (6 Minions) and no Ready Minion could be handed over"
    refused("hire m09", me=me, pool=["m09"], because=why)


def test_a_payment_can_be_called_off() -> None:
    reply = granted("hire h4", "pay gold 2", "cancel", me=seat("o1!", 5), pool=["h4"])
    assert gold(reply)[0] == 5
    assert "hire h4" in reply["legal"]


def test_second_thoughts_are_counted_so_that_a_turn_ends() -> None:
    moves = ["hire h4", "cancel"] * 8
    why = "called off 8 times; now it must be paid"
    refused(*moves, "hire h4", "cancel", me=seat("o1!", 5), pool=["h4"], because=why)


def test_gold_that_is_offered_buys_no_relic() -> None:
    why = "there is 5, 4 of it already offered for a Minion"
    refused("hire h4", "pay gold 4", "draw", me=seat("o1!", 5), pool=["h4"], because=why)


def test_a_relic_bought_in_a_payment_never_leaves_it_stuck() -> None:
    moves = ["hire m09", "cancel"] * 8
    me = seat("o1!", 3)
    reply = granted(*moves, "hire m09", "draw", me=me, pool=["m09"], removed=["r05", "r07"])
    assert reply["legal"]
    reply = granted(*moves, "hire m27", "draw", me=seat("o1!", 4), pool=["m09", "m27"], discard=[])
    assert reply["legal"]


def test_a_relic_costs_three_gold() -> None:
    reply = granted("draw", me=seat(gold=4))
    assert gold(reply)[0] == 1
    assert len(relics(reply, 0)) == 1
    refused("draw", me=seat(gold=2), because="costs seat 0 3 gold; there is 2")


def test_the_countess_pays_two() -> None:
    assert gold(granted("draw", me=seat("o2!", 2), them=seat("o1")))[0] == 0


def test_change_above_five_is_offered_for_relics_first() -> None:
    me = seat("o1! m08", 4)
    asked = granted("hire h4", "pay minion m08", "done", me=me, pool=["h4"])
    assert (asked["phase"], asked["legal"]) == ("choice", ["draw", "pass"])
    kept = granted("hire h4", "pay minion m08", "done", "draw", me=me, pool=["h4"])
    assert gold(kept)[0] == 5
    assert gold(granted("hire h4", "pay minion m08", "done", "pass", me=me, pool=["h4"]))[0] == 5


def test_nobody_is_asked_who_cannot_pay() -> None:
    every_relic = [f"r{k:02}" for k in range(1, 25)]
    reply = granted("gold 0a", me=seat(gold=5), removed=every_relic)
    assert (reply["phase"], gold(reply)[0]) == ("afternoon", 5)


def test_an_empty_deck_is_refilled_from_the_discard_pile() -> None:
    gone = [f"r{k:02}" for k in range(2, 25)]
    reply = granted("draw", me=seat(gold=3), removed=gone, discard=["r01"])
    assert relics(reply, 0) == ["r01"]
    assert reply["position"]["discard"] == []
