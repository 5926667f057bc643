"""Import errors of environments that say which extra to install, such as `hordes[rl]`."""

from __future__ import annotations


def missing_extra(error: ModuleNotFoundError, extra: str) -> ModuleNotFoundError:
    """An import error that also says what to install; one about a module of hordes itself is returned unchanged.

    >>> str(missing_extra(ModuleNotFoundError(name="gymnasium"), "rl"))
    'This needs gymnasium, which is not installed: pip install "hordes[rl]"'
    """
    name = error.name or ""
    if not name or name.split(".")[0] == "hordes":
        return error
    return ModuleNotFoundError(f'This needs {name}, which is not installed: pip install "hordes[{extra}]"', name=name)
