"""Two custom bots. Try: hordes tournament docs/examples/my_bots.py:Settler greedy --games 20."""

from hordes.bots.baselines import EvaluatorBot
from hordes.bots.protocol import Bot, Question
from hordes.engine.core.rng import Rng
from hordes.search.rollout import best_rated


class Settler(Bot):
    """Conquers whenever it can, and never where somebody's active race stands. Uses only the view."""

    name = "settler"

    def choose(self, question: Question) -> str:
        """The first peaceful conquest; otherwise any move but a decline or abandoning a region."""
        regions = question.view["regions"]
        for move in question.legal:
            words = move.split()
            if words[0] == "conquer" and len(words) == 2 and regions.get(words[1], {}).get("declined", True):
                return move
        calm = [move for move in question.legal if move != "decline" and not move.startswith("abandon")]
        return (calm or question.legal)[Rng(self.next_seed()).below(len(calm or question.legal))]


class BestRated(EvaluatorBot):
    """Plays the move that the game's evaluator rates best, without search."""

    name = "best rated"

    def choose(self, question: Question) -> str:
        """The rating needs a state: a world sampled from the view, since no bot sees the real one."""
        seed = self.next_seed()
        world = question.world(seed)
        return world.describe(best_rated(world, self.evaluator(question.game), Rng(seed), 0))
