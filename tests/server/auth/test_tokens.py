"""The secret key of an installation, and tokens signed with it."""

from pathlib import Path

import pytest

from hordes.engine.errors import BadRequest
from hordes.server.app import build_app
from hordes.server.auth.tokens import Forbidden, Signer, load_secret
from hordes.server.settings import Settings, load_settings

WEAK = ["x", "secret", "a" * 64, "abcabcabc" * 10, "short but mixed 1!", " " * 30 + "x"]


def test_the_secret_is_kept_and_private(tmp_path: Path) -> None:
    first = load_secret("", tmp_path)
    assert load_secret("", tmp_path) == first != load_secret("", tmp_path / "other")
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    with pytest.raises(Forbidden, match="This seat token is not valid"):
        Signer("another").read_seat(Signer(first).sign_seat("x", "y"), "x")


@pytest.mark.parametrize("secret", WEAK)
def test_a_secret_that_can_be_guessed_is_refused(tmp_path: Path, secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadRequest, match=r"The secret in the setting secret \(HORDES_SECRET\) is too easy to guess"):
        build_app(Settings(folder=str(tmp_path), secret=secret))
    monkeypatch.setenv("HORDES_SECRET", secret)
    monkeypatch.setenv("HORDES_FOLDER", str(tmp_path))
    with pytest.raises(BadRequest, match="at least 24 characters, 10 of them different"):
        build_app(load_settings({}))


@pytest.mark.parametrize("secret", ["", "\n", *WEAK])
def test_a_file_with_a_secret_that_can_be_guessed_is_refused(tmp_path: Path, secret: str) -> None:
    (tmp_path / "secret").write_text(secret)
    with pytest.raises(BadRequest, match=r"The secret in the file .* is too easy to guess"):
        build_app(Settings(folder=str(tmp_path)))


def test_a_file_that_is_no_text_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"\xff" * 40)
    with pytest.raises(BadRequest, match="cannot be stored or read"):
        load_secret("", tmp_path)


def test_a_given_secret_is_used_as_it_is(tmp_path: Path) -> None:
    assert load_secret("the-secret-of-this-server", tmp_path) == "the-secret-of-this-server"
    (tmp_path / "secret").write_text("another secret of this server\n")
    assert load_secret("", tmp_path) == "another secret of this server\n", "tokens that it signed stay valid"
