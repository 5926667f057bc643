"""Measures four skills of bots in Small World: `python bench/skills.py --positions 60`.

Combo: value of the combo taken compared with the best one visible. Decline: turn of the first decline compared with the
turn that playouts prefer. Entry: value of the first conquered region compared with the best one. Immune: attacks
planned on regions that cannot be attacked, and turns that end although something could be conquered.

Value is the mean lead at the end of games in which all seats play by move rating after the choice, the same games for
every choice; the loss is the difference to the best choice, in coins. Taking the best of noisy means overestimates
every loss, so compare the columns with each other and with `random`.
"""

import argparse
from collections.abc import Iterator

from hordes.bots.protocol import Bot, Question
from hordes.bots.registry import parse_bot
from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.playout import resolve_chance
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, State
from hordes.engine.games import load
from hordes.lab.simulate.run import game_seed
from hordes.search.rollout import best_rated, finish_turn, play_turns

NOISE_PERCENT = 25
OPTIONS = load("smallworld").normalise({"players": 2})


def lead_after(state: State, moves: list[int], evaluator: Evaluator, playouts: int) -> float:
    """Mean final lead of the seat to move, in coins."""
    seat, total = int(state.to_move), 0
    for k in range(playouts):
        rng = Rng(game_seed(99, k))
        world = state.resample(seat, rng)
        for move in moves:
            world.apply(move)
        play_turns(world, evaluator, rng, NOISE_PERCENT, 200)
        total += evaluator.margin(world, seat)
    return total / playouts / 1000


def positions(bot: Bot, games: int, wanted: str) -> Iterator[tuple[State, str]]:
    """Decisions of a bot at seat 0 against a planner: the state, and its move."""
    opponent, evaluator = parse_bot("planner").make(), load("smallworld").evaluator()
    for number in range(games):
        rng, state, entered = Rng(game_seed(5, number)), load("smallworld").new(OPTIONS), -1
        bot.begin(number)
        opponent.begin(number + 1000)
        while state.to_move != OVER:
            resolve_chance(state, rng)
            if state.to_move == OVER:
                break
            player = bot if state.to_move == 0 else opponent
            before = state.clone()
            move = player.choose(Question("smallworld", OPTIONS, state))
            turn_id = int(evaluator.turn_id(state))
            if player is bot:
                kind = kind_of(before, move)
                if kind == wanted and (kind != "entry" or entered != turn_id):
                    yield before, move
                entered = turn_id if kind == "entry" else entered
            state.play(move)


def kind_of(state: State, move: str) -> str:
    """The skill that a decision tests."""
    if move.startswith("pick"):
        return "combo"
    view = state.view(0)
    fresh = not any(region.get("player") == 0 and not region.get("declined") for region in view["regions"].values())
    return "entry" if move.startswith("conquer") and fresh else ""


def loss(state: State, move: str, evaluator: Evaluator, playouts: int, among: str) -> float:
    """Loss of a choice compared with the best of its kind."""
    chosen = int(state.parse(move))
    alternatives = [other for other in state.legal() if state.describe(other).split()[0] == among]
    values = {other: lead_after(state, [other], evaluator, playouts) for other in {chosen, *alternatives}}
    return max(values.values()) - values[chosen]


def choice_sheet(text: str, wanted: str, word: str, games: int, most: int, playouts: int) -> str:
    """Mean loss of choices of a kind, and how often the best was taken."""
    evaluator, losses = load("smallworld").evaluator(), list[float]()
    for state, move in positions(parse_bot(text).make(1), games, wanted):
        losses.append(loss(state, move, evaluator, playouts, word))
        if len(losses) >= most:
            break
    best = sum(lost < 0.5 for lost in losses)
    mean = sum(losses) / max(1, len(losses))
    return f"| {text} | {len(losses)} | {mean:.2f} | {100 * best / max(1, len(losses)):.0f} % |"


def decline_sheet(text: str, games: int, playouts: int) -> str:
    """Turn of the first decline compared with the turn that playouts prefer, from the bot's second turn on."""
    evaluator, gaps, turns, losses = load("smallworld").evaluator(), list[int](), list[int](), list[float]()
    for number in range(games):
        decline = first_decline(parse_bot(text).make(1), number, evaluator, playouts)
        if decline is not None:
            turn, best, lost = decline
            gaps.append(abs(turn - best))
            turns.append(turn)
            losses.append(lost)
    n = max(1, len(gaps))
    return f"| {text} | {len(gaps)} | {sum(turns) / n:.1f} | {sum(gaps) / n:.1f} | {sum(losses) / n:.2f} |"


def first_decline(bot: Bot, number: int, evaluator: Evaluator, playouts: int) -> tuple[int, int, float] | None:
    """The bot's turn, the best turn, and the loss; None if it never declined."""
    opponent = parse_bot("planner").make(number)
    rng, state, start = Rng(game_seed(6, number)), load("smallworld").new(OPTIONS), None
    bot.begin(number)
    while state.to_move != OVER:
        resolve_chance(state, rng)
        if state.to_move == OVER:
            break
        if state.to_move == 0 and start is None and "decline" in state.legal_texts():
            start = state.clone()
        player = bot if state.to_move == 0 else opponent
        move = player.choose(Question("smallworld", OPTIONS, state))
        if move == "decline" and state.to_move == 0 and start is not None:
            turn = int(state.view(0)["turn"])
            values = {t: lead_declining(start, t, evaluator, playouts) for t in range(int(start.view(0)["turn"]), 10)}
            best = max(values, key=lambda t: values[t])
            return turn, best, values[best] - values.get(turn, values[best])
        state.play(move)
    return None


def lead_declining(start: State, turn: int, evaluator: Evaluator, playouts: int) -> float:
    """Mean lead if seat 0 plays by move rating and first declines in a given turn."""
    total, decline = 0, start.parse("decline")
    for k in range(playouts):
        rng = Rng(game_seed(98, k))
        world = start.resample(0, rng)
        while world.to_move != OVER:
            now = int(evaluator.turn_id(world)) // 6
            if now > turn:
                play_turns(world, evaluator, rng, NOISE_PERCENT, 200)
            elif world.to_move == 0 and now == turn and world.is_legal(decline):
                world.apply(decline)
                finish_turn(world, evaluator, rng, NOISE_PERCENT)
                play_turns(world, evaluator, rng, NOISE_PERCENT, 200)
            elif world.to_move == CHANCE:
                resolve_chance(world, rng)
            else:
                world.apply(
                    stay(world, evaluator, rng)
                    if world.to_move == 0
                    else best_rated(world, evaluator, rng, NOISE_PERCENT)
                )
        total += evaluator.margin(world, 0)
    return total / playouts / 1000


def stay(world: State, evaluator: Evaluator, rng: Rng) -> int:
    """The best-rated move that is not a decline."""
    move = int(best_rated(world, evaluator, rng, NOISE_PERCENT))
    if world.describe(move) != "decline":
        return move
    evaluator.prepare_ratings(world)
    others = [other for other in world.legal() if world.describe(other) != "decline"]
    return max(others, key=lambda other: int(evaluator.rate(world, other)))


def immune_sheet(text: str, games: int) -> str:
    """Illegal answers, and turns that ended although a region could be conquered outright."""
    bot, opponent = parse_bot(text).make(1), parse_bot("planner").make(2)
    turns = wasted = idle = 0
    for number in range(games):
        rng = Rng(game_seed(8, number))
        state = load("smallworld").new(OPTIONS | {"sets": ["base", "royal_bonus"]})
        bot.begin(number)
        opponent.begin(number)
        while state.to_move != OVER:
            resolve_chance(state, rng)
            if state.to_move == OVER:
                break
            player = bot if state.to_move == 0 else opponent
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
    """Print the four tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", nargs="+", default=["random", "greedy", "easy", "planner", "search:simulations=100"])
    parser.add_argument("--sheets", nargs="+", default=["combo", "decline", "entry", "immune"])
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--playouts", type=int, default=100)
    arguments = parser.parse_args()
    if "combo" in arguments.sheets:
        print("Combo\n| bot | choices | mean loss, coins | best taken |\n|---|--:|--:|--:|", flush=True)
        for text in arguments.bots:
            print(
                choice_sheet(text, "combo", "pick", arguments.games, arguments.positions, arguments.playouts),
                flush=True,
            )
    if "decline" in arguments.sheets:
        print("\nFirst decline\n| bot | games | mean turn | turns off the best | loss, coins |\n|---|--:|--:|--:|--:|")
        for text in arguments.bots:
            print(decline_sheet(text, arguments.games, arguments.playouts), flush=True)
    if "entry" in arguments.sheets:
        print("\nEntry\n| bot | choices | mean loss, coins | best taken |\n|---|--:|--:|--:|")
        for text in arguments.bots:
            print(
                choice_sheet(text, "entry", "conquer", arguments.games, arguments.positions, arguments.playouts),
                flush=True,
            )
    if "immune" in arguments.sheets:
        print("\nImmune\n| bot | turns | attacks that cannot be | ended with a conquest in reach |\n|---|--:|--:|--:|")
        for text in arguments.bots:
            print(immune_sheet(text, arguments.games), flush=True)


if __name__ == "__main__":
    main()
