"""Small World for PettingZoo, version 0: `env` and `raw_env` are turn-based, `parallel_env` is parallel."""

from hordes.envs.faces import env_functions

env, parallel_env = env_functions("smallworld")
raw_env = env
