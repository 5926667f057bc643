"""The page is built on machines without Node, which is downloaded as a Python package."""

import shutil
import struct
import subprocess
import zlib
from pathlib import Path

import pytest

from tools import icon, web


@pytest.mark.slow
def test_without_node_on_the_path_a_python_package_brings_npm_and_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = tmp_path / "bin"
    bare.mkdir()
    for program in ("env", "sh"):
        (bare / program).symlink_to(str(shutil.which(program)))
    monkeypatch.setenv("PATH", str(bare))
    monkeypatch.setattr(web, "NODE_FOLDER", tmp_path / "node")
    call, variables = web.npm()
    for command in ([*call, "--version"], [str(bare / "env"), "node", "--version"]):
        done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip().removeprefix("v").replace(".", "").isdigit()


def test_the_sign_is_also_a_bitmap_for_screens_that_take_no_svg() -> None:
    picture = icon.draw()
    kind, head = picture[12:16], picture[16:29]
    assert (picture[:8], kind) == (b"\x89PNG\r\n\x1a\n", b"IHDR")
    assert struct.unpack(">IIBB", head[:10]) == (180, 180, 8, 2)
    length = struct.unpack(">I", picture[33:37])[0]
    rows = zlib.decompress(picture[41 : 41 + length])
    assert len(rows) == 180 * (1 + 180 * 3)
    corner, end, crown = (rows[y * 541 + 1 + x * 3 :][:3].hex() for x, y in ((0, 0), (179, 179), (90, 100)))
    assert (corner, end, crown) == ("f3e6c8", "f3e6c8", "f6e7c3")


def test_a_sign_with_shapes_that_cannot_be_drawn_is_refused(tmp_path: Path) -> None:
    sign = tmp_path / "sign.svg"
    sign.write_text('<svg viewBox="0 0 64 64"><rect width="3"/></svg>', encoding="utf-8")
    with pytest.raises(ValueError, match="rect"):
        icon.draw(sign)
