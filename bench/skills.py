"""Four skills that people miss in computer opponents, measured: `python bench/skills.py --positions 60`.

Combo: what the combo that was taken is worth against the best in sight. Decline: in which turn the first race was
given up, against the turn that playouts like best. Entry: what the region of the first conquest is worth against the
best one. Immune: attack plans wasted on regions that cannot be attacked, and turns that end although something could be
taken.

Worth is the mean lead at the end of games in which everybody plays by instinct after the choice in question, the same
games for every choice; the loss is what is missing to the best choice, in coins. Taking the best of noisy means makes
every loss look larger than it is, so compare the columns with each other and with `random`.
"""

import argparse
from collections.abc import Iterator

from hordes.bots.protocol import Bot, Question
from hordes.bots.registry import recipe
from hordes.engine.games import load
from hordes.engine.judge import Judge
from hordes.engine.rng import Rng
from hordes.engine.state import CHANCE, OVER, State
from hordes.lab.simulate import game_seed
from hordes.search.quick import best_rated, finish_turn, play_turns

WHIM = 25
OPTIONS = load("smallworld").normalise({"players": 2})


def lead_after(state: State, moves: list[int], judge: Judge, playouts: int) -> float:
    """The mean lead at the end, in coins, of the seat to move."""
    seat, total = int(state.to_move), 0
    for k in range(playouts):
        rng = Rng(game_seed(99, k))
        world = state.resample(seat, rng)
        for move in moves:
            world.apply(move)
        play_turns(world, judge, rng, WHIM, 200)
        total += judge.margin(world, seat)
    return total / playouts / 1000


def positions(bot: Bot, games: int, wanted: str) -> Iterator[tuple[State, str]]:
    """Decisions of a bot at seat 0 against a planner: what it was asked, and what it chose."""
    rival, judge = recipe("planner").make(), load("smallworld").judge()
    for number in range(games):
        rng, state, entered = Rng(game_seed(5, number)), load("smallworld").new(OPTIONS), -1
        bot.begin(number)
        rival.begin(number + 1000)
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                state.apply(state.nth_legal(rng.below(state.find_legal())))
                continue
            player = bot if state.to_move == 0 else rival
            before = state.clone()
            move = player.choose(Question("smallworld", OPTIONS, state))
            stage = int(judge.stage(state))
            if player is bot:
                kind = kind_of(before, move)
                if kind == wanted and (kind != "entry" or entered != stage):
                    yield before, move
                entered = stage if kind == "entry" else entered
            state.play(move)


def kind_of(state: State, move: str) -> str:
    """Which skill a decision shows."""
    if move.startswith("pick"):
        return "combo"
    view = state.view(0)
    fresh = not any(region.get("player") == 0 and not region.get("declined") for region in view["regions"].values())
    return "entry" if move.startswith("conquer") and fresh else ""


def loss(state: State, move: str, judge: Judge, playouts: int, among: str) -> float:
    """What a choice lost against the best of its kind."""
    chosen = int(state.parse(move))
    rivals = [other for other in state.legal() if state.describe(other).split()[0] == among]
    worth = {other: lead_after(state, [other], judge, playouts) for other in {chosen, *rivals}}
    return max(worth.values()) - worth[chosen]


def choice_sheet(text: str, wanted: str, word: str, games: int, most: int, playouts: int) -> str:
    """Mean loss of the choices of a kind, and how often the best was taken."""
    judge, losses = load("smallworld").judge(), list[float]()
    for state, move in positions(recipe(text).make(1), games, wanted):
        losses.append(loss(state, move, judge, playouts, word))
        if len(losses) >= most:
            break
    best = sum(lost < 0.5 for lost in losses)
    mean = sum(losses) / max(1, len(losses))
    return f"| {text} | {len(losses)} | {mean:.2f} | {100 * best / max(1, len(losses)):.0f} % |"


def decline_sheet(text: str, games: int, playouts: int) -> str:
    """The turn of the first decline against the turn that playouts like best, from the bot's own second turn on."""
    judge, gaps, turns, losses = load("smallworld").judge(), list[int](), list[int](), list[float]()
    for number in range(games):
        found = first_decline(recipe(text).make(1), number, judge, playouts)
        if found is not None:
            turn, best, lost = found
            gaps.append(abs(turn - best))
            turns.append(turn)
            losses.append(lost)
    n = max(1, len(gaps))
    return f"| {text} | {len(gaps)} | {sum(turns) / n:.1f} | {sum(gaps) / n:.1f} | {sum(losses) / n:.2f} |"


def first_decline(bot: Bot, number: int, judge: Judge, playouts: int) -> tuple[int, int, float] | None:
    """The bot's turn, the best turn, and what the difference lost; None when it never declined."""
    rival = recipe("planner").make(number)
    rng, state, start = Rng(game_seed(6, number)), load("smallworld").new(OPTIONS), None
    bot.begin(number)
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.apply(state.nth_legal(rng.below(state.find_legal())))
            continue
        if state.to_move == 0 and start is None and "decline" in state.legal_texts():
            start = state.clone()
        player = bot if state.to_move == 0 else rival
        move = player.choose(Question("smallworld", OPTIONS, state))
        if move == "decline" and state.to_move == 0 and start is not None:
            turn = int(state.view(0)["turn"])
            worth = {t: lead_declining(start, t, judge, playouts) for t in range(int(start.view(0)["turn"]), 10)}
            best = max(worth, key=lambda t: worth[t])
            return turn, best, worth[best] - worth.get(turn, worth[best])
        state.play(move)
    return None


def lead_declining(start: State, turn: int, judge: Judge, playouts: int) -> float:
    """The mean lead if seat 0 plays by instinct and first declines in a certain turn."""
    total, decline = 0, start.parse("decline")
    for k in range(playouts):
        rng = Rng(game_seed(98, k))
        world = start.resample(0, rng)
        while world.to_move != OVER:
            now = int(judge.stage(world)) // 6
            if now > turn:
                play_turns(world, judge, rng, WHIM, 200)
            elif world.to_move == 0 and now == turn and world.is_legal(decline):
                world.apply(decline)
                finish_turn(world, judge, rng, WHIM)
                play_turns(world, judge, rng, WHIM, 200)
            elif world.to_move == CHANCE:
                world.apply(world.nth_legal(rng.below(world.find_legal())))
            else:
                world.apply(stay(world, judge, rng) if world.to_move == 0 else best_rated(world, judge, rng, WHIM))
        total += judge.margin(world, 0)
    return total / playouts / 1000


def stay(world: State, judge: Judge, rng: Rng) -> int:
    """The best-rated move that is no decline."""
    move = int(best_rated(world, judge, rng, WHIM))
    if world.describe(move) != "decline":
        return move
    judge.survey(world)
    others = [other for other in world.legal() if world.describe(other) != "decline"]
    return max(others, key=lambda other: int(judge.rate(world, other)))


def immune_sheet(text: str, games: int) -> str:
    """Answers that were not legal, and turns that ended although a region could be taken outright."""
    bot, rival = recipe(text).make(1), recipe("planner").make(2)
    turns = wasted = idle = 0
    for number in range(games):
        rng = Rng(game_seed(8, number))
        state = load("smallworld").new(OPTIONS | {"sets": ["base", "royal_bonus"]})
        bot.begin(number)
        rival.begin(number)
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                state.apply(state.nth_legal(rng.below(state.find_legal())))
                continue
            player = bot if state.to_move == 0 else rival
            legal = state.legal_texts()
            move = player.choose(Question("smallworld", OPTIONS, state))
            if player is bot:
                wasted += move not in legal
                if move == "stop":
                    turns += 1
                    idle += any(word.startswith("conquer") and word.count(" ") == 1 for word in legal)
            state.play(move)
    return f"| {text} | {turns} | {wasted} | {100 * idle / max(1, turns):.1f} % |"


def main() -> None:
    """Print the four sheets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", nargs="+", default=["random", "greedy", "easy", "planner", "search:simulations=100"])
    parser.add_argument("--sheets", nargs="+", default=["combo", "decline", "entry", "immune"])
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--playouts", type=int, default=100)
    told = parser.parse_args()
    if "combo" in told.sheets:
        print("Combo\n| bot | choices | mean loss, coins | best taken |\n|---|--:|--:|--:|", flush=True)
        for text in told.bots:
            print(choice_sheet(text, "combo", "pick", told.games, told.positions, told.playouts), flush=True)
    if "decline" in told.sheets:
        print("\nFirst decline\n| bot | games | mean turn | turns off the best | loss, coins |\n|---|--:|--:|--:|--:|")
        for text in told.bots:
            print(decline_sheet(text, told.games, told.playouts), flush=True)
    if "entry" in told.sheets:
        print("\nEntry\n| bot | choices | mean loss, coins | best taken |\n|---|--:|--:|--:|")
        for text in told.bots:
            print(choice_sheet(text, "entry", "conquer", told.games, told.positions, told.playouts), flush=True)
    if "immune" in told.sheets:
        print("\nImmune\n| bot | turns | attacks that cannot be | ended with a conquest in reach |\n|---|--:|--:|--:|")
        for text in told.bots:
            print(immune_sheet(text, told.games), flush=True)


if __name__ == "__main__":
    main()
