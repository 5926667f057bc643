"""Set up hordes in this checkout and play: `python3 play.py`.

Needs Python 3.11 or newer and nothing else. What stands behind the command goes to `hordes play --terminal`, so
`python3 play.py --players 4 --seed 7` works too.
"""

import subprocess
import sys

if sys.version_info < (3, 11):
    raise SystemExit(f"hordes needs Python 3.11 or newer; this is {sys.version.split()[0]}.")

from tools.project import PYTHON, environment

if __name__ == "__main__":
    environment(developer=False)
    try:
        sys.exit(subprocess.call([str(PYTHON), "-m", "hordes", "play", "--terminal", *sys.argv[1:]]))
    except KeyboardInterrupt:
        sys.exit(130)
