"""The `hordes` command: what it is called with decides how much is loaded.

Programs start `hordes referee` often and wait for its first answer, so it, and `--version`, pass by the library that
parses the commands for people.
"""

import sys


def version() -> str:
    """What runs here, and how: a bug report begins with this line."""
    from hordes import __version__
    from hordes.engine.bits import COMPILED

    python = ".".join(map(str, sys.version_info[:3]))
    return f"hordes {__version__}, {'compiled (mypyc)' if COMPILED else 'plain Python'}, on Python {python}"


def referee() -> int:
    """Answer one request a line until the input ends."""
    from hordes.engine.referee import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def people(arguments: list[str]) -> int:
    """Everything with options, help and suggestions."""
    from hordes.cli.commands import run

    return run(arguments)


def main() -> None:
    """Run the command and leave with its status; no refusal and no interrupt ends in a stack trace."""
    arguments = sys.argv[1:]
    try:
        if arguments == ["referee"]:
            code = referee()
        elif arguments in (["--version"], ["-V"]):
            print(version())
            code = 0
        else:
            code = people(arguments)
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:  # `hordes ... | head`: the reader has seen enough
        sys.stderr.close()
        code = 1
    sys.exit(code)
