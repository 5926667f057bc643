"""Auction: a tiny game without a board, as one would write it outside, with what the example package has not.

Bids are laid face down and revealed together; seats play in teams, alone, or against a seat that the rules play; the
winner can be nobody; options are of every kind, one that is a key of an object among them; all that has a default in
`PluginState` is left to it. In each round chance turns up a prize, every seat lays one of its cards, and the highest
card that no other seat has laid takes the prize.
"""

from __future__ import annotations

from typing import Any

from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, Event
from hordes.engine.errors import BadPosition, BadRequest
from hordes.engine.option_schema import Option
from hordes.engine.plugin import PluginGame, PluginState, encode_move
from hordes.engine.validation import check_int, check_keys, check_list

BID, PASS, PRIZE, ROBOT = 0, 1, 2, 3
DECKS = {"few": (1, 2, 2), "many": (1, 1, 2, 3, 5)}
METALS = {"gold": 4, "silver": 1, "lead": 0}
CARDS = 6
NONE = -1


class AuctionState(PluginState):
    """Prizes left, hands as sets of cards, and the bids of this round: NONE, 0 for a pass, or a card."""

    shared = ("metals",)

    def __init__(self, game: PluginGame, options: dict[str, Any]) -> None:
        super().__init__(game, options)
        self.people = self.seats
        self.seats += self.people == 1 and options["robot"]
        self.metals = sum(METALS[metal] for metal in options["metals"])
        self.deck = sorted(options["prizes"] or DECKS[options["deck"]])
        self.prize = NONE
        self.hands = [list(range(1, options["cards"] + 1)) for _ in range(self.seats)]
        self.bids = [NONE] * self.seats
        self.points = [0] * self.seats

    def legal_moves(self) -> list[int]:
        if self.to_move == OVER:
            return []
        if self.to_move >= 0:
            return [encode_move(PASS), *[encode_move(BID, card) for card in self.hands[self.to_move]]]
        if self.prize == NONE:
            return [encode_move(PRIZE, value) for value in set(self.deck)]
        return [encode_move(ROBOT, card) for card in [0, *self.hands[self.people]]]

    def chance_weights(self) -> dict[int, int]:
        if self.prize == NONE:
            return {encode_move(PRIZE, value): self.deck.count(value) for value in self.deck}
        return super().chance_weights()

    def apply(self, move: int) -> None:
        verb, number = divmod(move, 64)
        if verb == PRIZE:
            self.deck.remove(number)
            self.prize = number
            self.emit("turned", prize=number)
        else:
            seat = self.people if verb == ROBOT else self.to_move
            self.bids[seat] = number
            if number:
                self.hands[seat].remove(number)
            self.emit("bid", seat=seat, card=number)
        self.go_on()

    def go_on(self) -> None:
        """Ask the next seat that has not bid, or end the round."""
        waiting = [seat for seat in range(self.seats) if self.bids[seat] == NONE]
        if waiting:
            self.to_move = waiting[0] if waiting[0] < self.people else CHANCE
            return
        laid = [bid for bid in self.bids if self.bids.count(bid) == 1 and bid > 0]
        self.emit("revealed", bids=self.bids[:])
        if laid:
            seat = self.bids.index(max(laid))
            self.points[seat] += self.prize * self.metals
            self.emit("scored", seat=seat, coins=self.prize * self.metals, sources=[["prize", self.prize]])
        self.bids = [NONE] * self.seats
        self.prize = NONE
        self.to_move = CHANCE if self.deck else OVER

    def describe(self, move: int) -> str:
        verb, number = divmod(move, 64)
        return "pass" if verb == PASS else f"{self.game.verbs[verb]} {number}"

    def score(self, seat: int) -> int:
        return self.points[seat]

    def team_of(self, seat: int) -> int:
        return seat % 2 if self.options["teams"] else seat

    def is_automatic(self, seat: int) -> bool:
        return seat >= self.people

    def result(self) -> dict[str, Any] | None:
        """Teams add up their points; a shared victory, and half of the points alone, may be nobody's."""
        if self.to_move != OVER:
            return None
        totals = [
            sum(self.points[other] for other in range(self.seats) if self.team_of(other) == self.team_of(seat))
            for seat in range(self.seats)
        ]
        winners = [seat for seat in range(self.seats) if totals[seat] == max(totals)]
        if self.options["rulings"]["ties_lose"] and len({self.team_of(seat) for seat in winners}) > 1:
            winners = []
        if self.seats == 1 and 2 * self.points[0] < self.game.score_bounds(self.options)[1]:
            winners = []
        return {"scores": self.points[:], "winners": winners, "reason": "most points"}

    def position(self) -> dict[str, Any]:
        players = [
            {"hand": hand[:], "bid": bid, "points": n}
            for hand, bid, n in zip(self.hands, self.bids, self.points, strict=True)
        ]
        return {"deck": self.deck[:], "prize": self.prize, "to_move": self.to_move, "players": players}

    def read_position(self, data: dict[str, Any]) -> None:
        check_keys(data, ["deck", "prize", "to_move", "players"], "A position")
        self.deck = sorted(check_int(value, "deck", 0, 9) for value in check_list(data["deck"], "deck"))
        self.prize = check_int(data["prize"], "prize", NONE, 9)
        self.to_move = check_int(data["to_move"], "to_move", OVER, self.people - 1)
        players = check_list(data["players"], "players")
        if len(players) != self.seats:
            raise BadPosition(f"There are {self.seats} seats.")
        for player in players:
            check_keys(player, ["hand", "bid", "points"], "A player")
        self.hands = [self._read_hand(player["hand"]) for player in players]
        self.bids = [check_int(player["bid"], "bid", NONE, CARDS) for player in players]
        self.points = [check_int(player["points"], "points", 0, 1000) for player in players]
        self._check_whose_turn()

    def _read_hand(self, hand: Any) -> list[int]:
        cards = [check_int(card, "hand", 1, self.options["cards"]) for card in check_list(hand, "hand")]
        if cards != sorted(set(cards)):
            raise BadPosition("A hand is a list of different cards, ascending.")
        return cards

    def _check_whose_turn(self) -> None:
        """Only one seat can be next: the first that has not bid while a prize lies open."""
        waiting = [seat for seat in range(self.seats) if self.bids[seat] == NONE]
        if self.prize == NONE:
            is_right = len(waiting) == self.seats and self.to_move == (CHANCE if self.deck else OVER)
        else:
            is_right = waiting != [] and self.to_move == (waiting[0] if waiting[0] < self.people else CHANCE)
        if not is_right:
            raise BadPosition("The seat to move is the first without a bid, or chance before a prize is turned up.")

    def view(self, seat: int) -> dict[str, Any]:
        """Of the others one sees whether they have laid a card, and which cards they had before."""
        view = self.position()
        for other, player in enumerate(view["players"]):
            if other != seat and player["bid"] != NONE:
                player["hand"] = sorted([*player["hand"], *([player["bid"]] if player["bid"] else [])])
                player["bid"] = "laid"
        return view

    def redact_event(self, event: Event, seat: int) -> Event:
        if event["type"] == "bid" and event["seat"] != seat:
            return {"type": "bid", "seat": event["seat"]}
        return event

    def resample(self, seat: int, rng: Rng) -> AuctionState:
        world = self.clone()
        assert isinstance(world, AuctionState)
        for other in range(self.seats):
            if other != seat and self.bids[other] != NONE:
                cards = sorted([*self.hands[other], *([self.bids[other]] if self.bids[other] else [])])
                bid = [0, *cards][rng.below(len(cards) + 1)]
                world.bids[other], world.hands[other] = bid, [card for card in cards if card != bid]
        return world

    def observation(self, seat: int) -> list[int]:
        me = max(seat, 0)
        numbers = [self.prize + 1, sum(self.deck)]
        for k in range(self.seats):
            player = self.view(seat)["players"][(me + k) % self.seats]
            numbers += [int(card in player["hand"]) for card in range(1, CARDS + 1)]
            numbers += [player["points"], int(player["bid"] != NONE)]
        return numbers


class Auction(PluginGame):
    """The game as hordes knows it."""

    name, title, rules_version = "auction", "Auction", "1"
    verbs = ("bid", "pass", "prize", "robot")
    state_class = AuctionState

    def option_schema(self) -> list[Option]:
        return [
            Option("players", 3, "How many bid; alone one bids against a robot.", least=1, most=5),
            Option("robot", True, "Against a robot; without it for half of all points.", needs=("players", 1)),
            Option("teams", False, "Two against two.", needs=("players", 4)),
            Option("deck", "many", "Which prizes there are.", choices=tuple(DECKS)),
            Option("metals", ["gold"], "What a prize is made of.", choices=tuple(METALS)),
            Option("cards", CARDS, "Cards in a hand.", least=3, most=CARDS),
            Option("prizes", None, "Prizes of one's own: a list of values from 1 to 9."),
            Option("rulings.ties_lose", False, "A shared victory is nobody's."),
        ]

    def check_options(self, options: dict[str, Any]) -> None:
        own = options["prizes"]
        if own is not None and (not own or any(value not in range(1, 10) for value in check_list(own, "prizes"))):
            raise BadRequest("`prizes` is a list of values from 1 to 9.")

    def max_game_length(self, options: dict[str, Any]) -> int:
        return int(options["players"]) * len(self.prizes(options))

    def prizes(self, options: dict[str, Any]) -> list[int]:
        """The values of all prizes."""
        return list(options["prizes"] or DECKS[options["deck"]])

    def score_bounds(self, options: dict[str, Any]) -> tuple[int, int]:
        return 0, sum(self.prizes(options)) * sum(METALS[metal] for metal in options["metals"])

    def action_targets(self, options: dict[str, Any]) -> dict[int, int]:
        return {BID: CARDS + 1, PASS: 1}

    def outcome_targets(self, options: dict[str, Any]) -> dict[int, int]:
        return {PRIZE: 10, ROBOT: CARDS + 1}

    def observation_parts(self, options: dict[str, Any]) -> list[tuple[str, int, list[str], int, str]]:
        columns = [*[f"card {card}" for card in range(1, CARDS + 1)], "points", "has bid"]
        most = self.score_bounds(options)[1]
        return [
            ("prize", 2, [""], most + 1, "one more than the prize on offer; prizes left together"),
            (
                "seats",
                options["players"] + (options["players"] == 1 and options["robot"]),
                columns,
                max(1, most),
                "from the observer on",
            ),
        ]


GAME = Auction()
