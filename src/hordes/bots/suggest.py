"""`suggest_move`: the move a bot would make in a `Match`, for notebooks and scripts."""

from __future__ import annotations

from hordes.bots.protocol import Question
from hordes.bots.registry import parse_bot
from hordes.engine.errors import BadRequest, GameOver
from hordes.engine.games import DEFAULT_GAME
from hordes.engine.match import Match
from hordes.engine.validation import whole_number


def suggest_move(match: Match, bot: str = "planner", seed: int = 0) -> str:
    """The move that a bot would make for the seat to move; it sees what this seat may know, and nothing else.

    Bots are named as everywhere: "greedy", "search:simulations=400", "my_bots.py:Cautious"; see `hordes.bots.registry`.

    >>> match = Match("smallworld", players=2, seed=7)
    >>> suggest_move(match, "greedy") in match.legal_texts()
    True
    """
    if not isinstance(match, Match):
        raise BadRequest(f"A move is suggested for a Match, such as Match({DEFAULT_GAME!r}), not for {match!r}.")
    seed = whole_number(seed, "seed")
    if match.is_over:
        raise GameOver("The game is over; there is no move to suggest.")
    player = parse_bot(bot).make(seed)
    try:
        return player.choose(Question(match.record.game, match.record.options, match.state))
    finally:
        player.close()
