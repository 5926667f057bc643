"""Entry point of the `hordes` command; loads only what the given arguments need.

`hordes referee` and `--version` bypass the argument parser: programs start the referee often and wait for its first
answer, so start-up time matters.
"""

import sys


def version() -> str:
    """Version, build (compiled or plain) and Python version, as needed in bug reports."""
    from hordes import __version__
    from hordes.engine.core.bits import COMPILED

    python = ".".join(map(str, sys.version_info[:3]))
    return f"hordes {__version__}, {'compiled (mypyc)' if COMPILED else 'plain Python'}, on Python {python}"


def referee() -> int:
    """Serve the referee protocol on stdin and stdout until the input ends."""
    from hordes.engine.referee import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def run_cli(arguments: list[str]) -> int:
    """Run every other command through the argument parser."""
    from hordes.cli.commands import run

    return run(arguments)


def main() -> None:
    """Run the command and exit with its status; refusals and interrupts print no traceback."""
    arguments = sys.argv[1:]
    try:
        if arguments == ["referee"]:
            code = referee()
        elif arguments in (["--version"], ["-V"]):
            print(version())
            code = 0
        else:
            code = run_cli(arguments)
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:  # `hordes ... | head` has closed the pipe
        sys.stderr.close()
        code = 1
    sys.exit(code)
