"""Two bots of one's own. Try: hordes tournament docs/examples/my_bots.py:Settler greedy --games 20."""

from hordes.bots.plain import Judging
from hordes.bots.protocol import Bot, Question
from hordes.engine.rng import Rng
from hordes.search.quick import best_rated


class Settler(Bot):
    """Conquers whenever it can, and never where somebody's active race stands. It needs nothing but the view."""

    name = "settler"

    def choose(self, question: Question) -> str:
        """The first peaceful conquest; otherwise anything that is no decline."""
        regions = question.view["regions"]
        for move in question.legal:
            words = move.split()
            if words[0] == "conquer" and len(words) == 2 and regions.get(words[1], {}).get("declined", True):
                return move
        calm = [move for move in question.legal if move != "decline" and not move.startswith("abandon")]
        return (calm or question.legal)[Rng(self.next_seed()).below(len(calm or question.legal))]


class Instinct(Judging):
    """Plays the move that the game's judge rates best, without any look ahead."""

    name = "instinct"

    def choose(self, question: Question) -> str:
        """A world of the host's making stands in for the table, which no bot gets to see."""
        seed = self.next_seed()
        world = question.world(seed)
        return world.describe(best_rated(world, self.judge(question.game), Rng(seed), 0))
