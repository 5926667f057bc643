"""Tables stored before the rules version was: they go on by the readings of version 1, which are switches now."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hordes.covil.options import OLD_READINGS
from hordes.smallworld.options import FORMER
from tests.server.guests import ME, Server
from tests.server.test_unreadable import return_to

SWITCHES = {"smallworld": FORMER, "covil": OLD_READINGS}


def store_as_version_1(url: str, table: str, switches: list[str]) -> None:
    """Take away what version 1 did not store: the rules version, and the switches it did not know."""
    with closing(sqlite3.connect(url)) as database, database:
        (text,) = database.execute("SELECT options FROM game WHERE id = ?", (table,)).fetchone()
        options = json.loads(text)
        options["rulings"] = {name: on for name, on in options["rulings"].items() if name not in switches}
        database.execute("UPDATE game SET rules = NULL, options = ? WHERE id = ?", (json.dumps(options), table))


@pytest.mark.parametrize("game", SWITCHES)
def test_a_table_of_version_1_goes_on_by_its_readings(tmp_path: Path, game: str) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        new = ann.create([ME, ME], game=game)["table"]
        old = ann.create([ME, ME], game=game)["table"]
        url = server.settings.database_url()
    store_as_version_1(url, old, SWITCHES[game])
    with Server(tmp_path) as again, return_to(ann, again) as me:
        rulings = {table: me.get(f"/api/tables/{table}")["options"]["rulings"] for table in (new, old)}
        assert all(rulings[old][name] is True for name in SWITCHES[game])
        assert not any(rulings[new][name] for name in SWITCHES[game])
        with me.sit(old) as seat:
            seat.until("snapshot")
            seat.move(seat.my_turn()[0])
