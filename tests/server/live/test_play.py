"""Playing at a table: joining, moving, reconnecting, undoing, resigning."""

import json
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy

from hordes.engine.games import load
from hordes.engine.match import Match
from tests.refusals import denied
from tests.server.clients import BOT, ME, OPEN, Guest, Server


def test_a_guest_needs_a_link_and_a_name(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN], name="Ann")
    assert ann.get(f"/api/tables/{made['table']}")["status"] == "open"
    seated = bob.join(made, "Bob")
    assert seated["seats"] == [1]
    info = ann.get(f"/api/tables/{made['table']}")
    assert [seat["name"] for seat in info["seats"]] == ["Ann", "Bob"]
    assert info["status"] == "running"


def test_no_two_at_a_table_have_the_same_name(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, ME, {"kind": "me", "name": "Bran"}, BOT, OPEN], name="Ann")
    bob.join(made, "ann")
    names = [seat["name"] for seat in ann.get(f"/api/tables/{made['table']}")["seats"]]
    assert names == ["Ann", "Ann 2", "Bran", "Dorn", "ann 3"]
    long = "A name of exactly thirty signs"
    made = ann.create([ME, OPEN], name=long)
    bob.join(made, long)
    assert [seat["name"] for seat in ann.get(f"/api/tables/{made['table']}")["seats"]] == [long, long[:-2] + " 2"]


def test_a_table_by_invitation_is_closed_to_others(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN])
    assert bob.get(f"/api/tables/{made['table']}", status=404)["code"] == "no_table"
    assert bob.post(f"/api/tables/{made['table']}/join", {"name": "Bob"}, status=403)["code"] == "forbidden"
    with bob.open_viewer(made["table"]) as viewer:
        assert viewer.receive()["code"] == "forbidden"
    with bob.open_viewer(made["table"], invite=made["invite"]) as viewer:
        assert viewer.until("snapshot")["you"] == []


def test_a_whole_game_against_bots(ann: Guest) -> None:
    made = ann.create([ME, BOT, BOT], options={"players": 3, "turns": 3})
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        while "result" not in me.last["facts"]:
            if me.last.get("legal"):
                assert me.move(me.last["legal"][-1])["type"] == "ack"
            else:
                me.until("step", 20)
        assert me.last["facts"]["result"]["winners"]
        assert me.view == ann.get(f"/api/tables/{made['table']}/view")["view"]
        me.until("welcome")
    assert ann.get(f"/api/tables/{made['table']}")["status"] == "over"


def test_the_same_seed_and_moves_give_the_game_of_the_engine(ann: Guest) -> None:
    made = ann.create([ME, ME], seed=7)
    match = Match(load("smallworld"), {"players": 2}, seed=7)
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        for _ in range(40):
            text = me.my_turn()[0]
            assert match.state.legal_texts() == me.last["legal"]
            match.play(text)
            me.move(text)
    assert ann.get(f"/api/tables/{made['table']}/record")["moves"] == match.record.moves


def test_steps_add_up_to_the_view_and_carry_events(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN])
    bob.join(made)
    with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
        a.until("snapshot")
        b.until("snapshot")
        for _ in range(30):
            mover, other = (a, b) if a.last.get("legal") else (b, a)
            ply = mover.move(mover.my_turn()[0])["ply"]
            other.until("step", ply=ply)
            assert a.last["events"] == b.last["events"]
            assert a.view == ann.get(f"/api/tables/{made['table']}/view")["view"]
            assert b.view == bob.get(f"/api/tables/{made['table']}/view")["view"]


def test_a_client_that_comes_back_gets_exactly_what_it_missed(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, ME])
    with ann.open_viewer(made["table"]) as whole, ann.open_viewer(made["table"]) as early:
        whole.until("snapshot")
        early.until("snapshot")
        for _ in range(5):
            whole.move(whole.my_turn()[0])
            early.until("step")
        early.socket.close()
        for _ in range(12):
            whole.move(whole.my_turn()[-1])
        with ann.open_viewer(made["table"], ply=early.ply) as again:
            again.view, again.ply = early.view, early.ply
            while again.ply < whole.ply:
                again.receive()
            assert again.view == whole.view
            sent = [raw for raw in whole.raw if json.loads(raw)["type"] == "step"]
            got = [raw for raw in again.raw if json.loads(raw)["type"] == "step"]
            assert got == sent[5:], "what is sent again is what was sent, byte for byte"


def test_a_move_sent_twice_counts_once(ann: Guest) -> None:
    made = ann.create([ME, ME])
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        first = me.move(me.my_turn()[0], id="once")
        again = me.move("decline", id="once", ply=0)
        assert (again["type"], again["ply"], again["again"]) == ("ack", first["ply"], True)
        assert ann.get(f"/api/tables/{made['table']}")["ply"] == first["ply"]


def test_a_move_for_an_older_position_is_stale(ann: Guest) -> None:
    made = ann.create([ME, ME])
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        old = me.ply
        me.move(me.my_turn()[0])
        refused = me.move(me.my_turn()[0], ply=old)
        assert (refused["type"], refused["code"], refused["ply"]) == ("no", "stale", me.ply)
        assert me.move(me.my_turn()[0], ply=me.ply + 5)["code"] == "stale"


def test_the_rules_refuse_with_their_reason(ann: Guest) -> None:
    made = ann.create([ME, ME])
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        me.my_turn()
        denied(me.move("conquer 99"), because="There is no region 99 on this map.")
        assert me.move("sing")["code"] == "unknown_move"
        assert me.move("rolled 3")["code"] == "unknown_move"


def test_undo_is_free_back_to_the_last_reveal(ann: Guest) -> None:
    made = ann.create([ME, ME], seed=3)
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        me.move(me.my_turn()[0])
        before = deepcopy(me.view)
        assert me.last.get("can_undo", False) is False, "a new combo was revealed"
        denied(me.ask("undo", ply=me.ply), because="neither chance nor another seat has acted since")
        me.move(next(text for text in me.my_turn() if text.startswith("conquer") and "die" not in text))
        assert me.last["can_undo"]
        assert me.view != before
        assert me.ask("undo", ply=me.ply)["type"] == "ack"
        assert me.last["kind"] == "undo"
        assert me.view == before


def test_undo_beyond_that_needs_everybodys_consent(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN])
    bob.join(made)
    with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
        a.until("snapshot")
        b.until("snapshot")
        start, moves = json.dumps(a.view), a.last["facts"]["moves"]
        mover, other = (a, b) if a.last.get("legal") else (b, a)
        ply = mover.move(mover.my_turn()[0])["ply"]
        other.until("step", ply=ply)
        assert mover.ask("undo", ply=mover.ply, to=moves)["type"] == "ack"
        other.until("step", kind="ask")
        assert other.last["facts"]["asked"]["to"] == moves
        nobody = mover.ask("answer", ply=mover.ply, agree=True)
        denied(nobody, because="There is nothing for you to answer.")
        assert other.ask("answer", ply=other.ply, agree=False)["type"] == "ack"
        mover.until("step", kind="answer")
        assert "asked" not in mover.last["facts"]
        mover.ask("undo", ply=mover.ply, to=moves)
        other.until("step", kind="ask")
        other.ask("answer", ply=other.ply, agree=True)
        for viewer in (a, b):
            viewer.until("step", kind="undo")
        assert json.dumps(a.view) == start


def test_resigning_against_one_opponent_loses(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN])
    bob.join(made)
    with ann.open_viewer(made["table"]) as a:
        a.until("snapshot")
        assert a.ask("resign")["type"] == "ack"
        assert a.last["facts"]["result"]["winners"] == [1]
        denied(a.ask("resign"), because="The game is over.")


def test_among_three_a_bot_plays_on_for_a_resigned_seat(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN, BOT])
    bob.join(made)
    with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
        a.until("snapshot")
        b.until("snapshot")
        a.ask("resign")
        b.until("step", kind="resign")
        b.my_turn()
        assert b.last["facts"]["resigned"] == [0]
        assert "result" not in b.last["facts"]


def test_a_rematch_seats_the_same_people(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN, BOT])
    bob.join(made, "Bob")
    path = f"/api/tables/{made['table']}"
    denied(ann.post(path + "/rematch", status=409), because="The game is not over.")
    for guest in (ann, bob):
        guest.post(path + "/resign", {"type": "resign", "id": "r"})
    first = bob.post(path + "/rematch")
    second = ann.post(path + "/rematch")
    assert first["table"] == second["table"] != made["table"]
    assert (first["seats"], second["seats"]) == ([1], [0])
    assert ann.get(f"/api/tables/{first['table']}")["status"] == "running"


def test_a_rematch_seats_two_at_one_screen_again(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN, OPEN, ME])
    for seat in (1, 2):
        bob.join(made, f"Bob {seat}", seat=seat)
    path = f"/api/tables/{made['table']}"
    for guest, seats in ((ann, (0, 3)), (bob, (1, 2))):
        for seat in seats[: 2 if guest is ann else 1]:
            guest.post(path + "/resign", {"type": "resign", "id": f"r{seat}", "seat": seat})
    first, second = ann.post(path + "/rematch"), bob.post(path + "/rematch")
    assert (first["seats"], second["seats"]) == ([0, 3], [1, 2])
    info = ann.get(f"/api/tables/{first['table']}")
    assert info["status"] == "running"
    assert [seat["name"] for seat in info["seats"]][1:3] == ["Bob 1", "Bob 2"]


def test_a_rematch_takes_the_token_of_a_seat(server: Server, ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN, OPEN])
    token, _ = bob.join(made, "Bob")["token"], bob.join(made, "Bob's neighbour")
    path = f"/api/tables/{made['table']}"
    ann.post(path + "/resign", {"type": "resign", "id": "a"})
    bob.post(path + "/resign", {"type": "resign", "id": "b", "seat": 1})
    shown = {"Authorization": f"Bearer {token}"}
    with server.guest() as program:
        first = program.post(path + "/rematch", headers=shown)
        assert first["seats"] == [1]
        info = program.get(f"/api/tables/{first['table']}", headers={"Authorization": f"Bearer {first['token']}"})
        assert [seat["kind"] for seat in info["seats"]] == ["open", "human", "open"]
        assert program.post(path + "/rematch", headers=shown)["table"] == first["table"]
        refused = program.post(path + "/rematch", status=403)
        denied(refused, "forbidden", because="Only those who played can ask for a rematch.")
    assert bob.post(path + "/rematch")["seats"] == [1, 2]
    assert ann.post(path + "/rematch")["table"] == first["table"]


def test_a_rematch_asked_for_twice_at_once_is_one_table(server: Server, ann: Guest) -> None:
    made = ann.create([ME, BOT])
    path = f"/api/tables/{made['table']}"
    ann.post(path + "/resign", {"type": "resign", "id": "r"})
    before = server.manager.metrics.value("tables_total")
    with ThreadPoolExecutor(6) as pool:
        tables = list(pool.map(lambda _: ann.post(path + "/rematch")["table"], range(6)))
    assert len(set(tables)) == 1
    assert server.manager.metrics.value("tables_total") == before + 1


def test_spectators_see_and_cannot_touch(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, ME], public=True)
    with bob.open_viewer(made["table"]) as watching, ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        watching.until("snapshot")
        assert all("coins" not in player for player in watching.view["players"])
        me.move(me.my_turn()[0])
        watching.until("step")
        assert watching.ask("resign")["code"] == "forbidden"
        assert watching.move("pick 1")["code"] == "forbidden"


def test_chat_reaches_everybody_and_has_a_limit(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN], name="Ann")
    bob.join(made, "Bob")
    with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
        a.until("snapshot")
        b.until("snapshot")
        a.send(type="say", text="<b>hello</b>")
        line = b.until("chat")
        assert (line["name"], line["text"]) == ("Ann", "<b>hello</b>")
        for n in range(10):
            a.send(type="say", text=f"line {n}")
        assert a.until("no")["code"] == "too_much"
    with bob.open_viewer(made["table"], chat=line["n"]) as again:
        assert again.until("chat")["text"] == "line 0"


def test_hot_seat_shows_each_seat_its_own(ann: Guest) -> None:
    made = ann.create([ME, ME, BOT])
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        for _ in range(40):
            me.my_turn()
            shown = [seat for seat, player in enumerate(me.view["players"]) if "coins" in player]
            assert shown == [me.last["facts"]["to_move"]] == [me.last["seat"]]
            me.move(me.last["legal"][0])


def test_a_token_brings_the_seat_to_another_device(server: Server, ann: Guest) -> None:
    made = ann.create([ME, BOT])
    with server.guest() as phone:
        with phone.open_viewer(made["table"], token=made["token"]) as viewer:
            assert viewer.until("snapshot")["you"] == [0]
        headers = {"Authorization": f"Bearer {made['token']}"}
        phone.post(f"/api/tables/{made['table']}/claim", headers=headers)
        assert phone.get("/api/me/tables")["tables"][0]["id"] == made["table"]


def test_programs_play_over_http(ann: Guest) -> None:
    made = ann.create([ME, BOT], options={"players": 2, "turns": 1})
    path, headers = f"/api/tables/{made['table']}", {"Authorization": f"Bearer {made['token']}"}
    since, n = -1, 0
    while True:
        now = ann.get(f"{path}/view?since={since}&wait=5", headers=headers)
        since = now["ply"]
        if "result" in now["facts"]:
            break
        if now.get("legal"):
            n += 1
            ann.post(
                path + "/moves", {"type": "move", "ply": since, "text": now["legal"][0], "id": f"h{n}"}, headers=headers
            )
    assert n > 0


def test_every_message_carries_the_ply(ann: Guest) -> None:
    made = ann.create([ME, ME])
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        for _ in range(3):
            me.move(me.my_turn()[0])
        me.move("sing")
        for message in ({"type": "ping"}, {"type": "say", "text": "hello"}):
            me.send(**message)
        me.until("chat")
        with ann.open_viewer(made["table"]):
            me.until("welcome")
    kinds = {message["type"]: message.get("ply") for message in me.received}
    assert kinds == dict.fromkeys(("welcome", "snapshot", "step", "ack", "no", "pong", "chat"), me.ply) | {
        "snapshot": 1
    }


def test_dummies_of_a_solo_game_need_no_seat(server: Server) -> None:
    with server.guest() as guest:
        body = {"game": "covil", "options": {"players": 1, "dummies": 2}, "seats": [ME], "name": "Ann"}
        made = guest.post("/api/tables", body)
        assert [seat["kind"] for seat in guest.get(f"/api/tables/{made['table']}")["seats"]] == ["human", "bot", "bot"]
        assert guest.get(f"/api/tables/{made['table']}/view")["facts"]["to_move"] == 0
