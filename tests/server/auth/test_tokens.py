"""The secret key of an installation, and tokens signed with it."""

from pathlib import Path

import pytest

from hordes.server.auth.tokens import Forbidden, Signer, load_secret


def test_the_secret_is_kept_and_private(tmp_path: Path) -> None:
    first = load_secret("", tmp_path)
    assert load_secret("", tmp_path) == first != load_secret("", tmp_path / "other")
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    with pytest.raises(Forbidden, match="This seat token is not valid"):
        Signer("another").read_seat(Signer(first).sign_seat("x", "y"), "x")
