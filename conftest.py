"""Root configuration of pytest: leaves out modules whose packages (extras `rl` and `openspiel`) are not installed."""

from importlib.util import find_spec

collect_ignore_glob: list[str] = []
if find_spec("pettingzoo") is None or find_spec("gymnasium") is None:
    collect_ignore_glob += ["src/hordes/envs/[acs]*_v0.py", "src/hordes/envs/aec.py", "src/hordes/envs/solo.py"]
    collect_ignore_glob += [
        "tests/envs/test_conformance.py",
        "tests/envs/test_learners.py",
        "tests/envs/test_copies.py",
        "tests/generic/test_envs.py",
    ]
if find_spec("pyspiel") is None:
    collect_ignore_glob += ["src/hordes/envs/spiel.py", "tests/envs/test_openspiel.py"]
