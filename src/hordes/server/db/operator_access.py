"""Access to the database for commands of the operator, beside a running server."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from hordes.engine.errors import BadRequest
from hordes.server.db.database import Database
from hordes.server.db.engine import check_exists, error_reason

T = TypeVar("T")


def run_on_database(url: str, work: Callable[[Connection], T]) -> T:
    """Do something in one transaction. The schema is left as it is: a server that runs may be of another version."""
    check_exists(url)
    database = Database(url)
    try:
        with database.engine.begin() as connection:
            return work(connection)
    except SQLAlchemyError as error:
        text = f"The database cannot be used: {error_reason(error)}. Has a server of this version been started on it?"
        raise BadRequest(text) from error
    finally:
        database.close_now()
