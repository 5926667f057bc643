"""Output files of commands: checked before the work that fills them, written with errors for people."""

from pathlib import Path

from hordes.engine.errors import BadRequest


def check_writable(file: Path, *others: Path | None) -> None:
    """Raise `BadRequest` if a file cannot be written, or is one of the other files of the command.

    Nothing changes: a file that exists keeps its content, one that does not exist is not there afterwards.
    """
    if any(other is not None and _is_same(file, other) for other in others):
        raise BadRequest(f"{file} is named twice in this command and would be overwritten; name another file.")
    try:
        is_new = not file.exists()
        if is_new or file.is_file() or file.is_dir():  # opening a pipe would end its reader
            file.open("a", encoding="utf-8").close()
        if is_new:
            file.unlink()
    except OSError as error:
        raise BadRequest(f"{file} cannot be written: {error.strerror or error}.") from None


def check_folder_writable(folder: Path) -> None:
    """Create a folder and raise `BadRequest` if no files can be written to it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = "it is no folder" if isinstance(error, FileExistsError) else error.strerror or error
        raise BadRequest(f"{folder} cannot be written: {reason}.") from None
    check_writable(folder / ".hordes-trial")


def write_file(file: Path, text: str) -> None:
    """Write a text; raises `BadRequest` if that is impossible."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadRequest(f"{file} cannot be written: {error.strerror or error}.") from None


def _is_same(one: Path, two: Path) -> bool:
    try:
        return one.resolve() == two.resolve() or one.samefile(two)
    except OSError:
        return False
