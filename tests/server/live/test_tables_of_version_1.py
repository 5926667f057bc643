"""Tables stored before rules versions were stored continue with the rulings of version 1."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hordes.covil.options import VERSION_1_RULINGS as COVIL_RULINGS
from hordes.smallworld.options import VERSION_1_RULINGS
from tests.server.clients import ME, Server
from tests.server.live.test_unreadable_tables import return_to

SWITCHES = {"smallworld": VERSION_1_RULINGS, "covil": COVIL_RULINGS}


def store_as_version_1(url: str, table: str, switches: list[str]) -> None:
    """Remove what version 1 did not store: the rules version, and the switches it did not know."""
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
        with me.open_viewer(old) as seat:
            seat.until("snapshot")
            seat.move(seat.my_turn()[0])
