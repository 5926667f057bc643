"""Location of the user's data: saved games, the server's database and its secret."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """The user's data folder: HORDES_HOME, or the operating system's folder for application data."""
    chosen = os.environ.get("HORDES_HOME")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / "hordes"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "hordes"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "hordes"
