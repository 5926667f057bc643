"""State and rules of Marches; README.md has the rules in words, with the same numbers."""

from __future__ import annotations

from typing import Any

from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, Event
from hordes.engine.display import Display, PieceDisplay, SeatDisplay
from hordes.engine.errors import BadPosition
from hordes.engine.plugin import PluginGame, PluginState, encode_move
from hordes.engine.validation import check_int
from marches.board import HARBOURS, NAMES, PROVINCES, SIZE, largest_land
from marches.words import move_label, sentence

MUSTER, FORT, DONE, MARCH = 0, 1, 2, 3
"""Verbs of seats; `march A B` has the verb MARCH + A and the target B."""
CLAIM, ROLL = MARCH + SIZE, MARCH + SIZE + 1
"""Verbs of chance."""
DIE = {0: 3, 1: 1, 2: 1, 3: 1}
"""Faces of the die and how many of its six sides show them."""
ROUNDS, ACTIONS, SUPPLY, FORTS, MUSTERED = 5, 3, 15, 2, 2
CLAIM_POINTS, FORT_DEFENCE = 5, 2
NOBODY = -1


class MarchesState(PluginState):
    """Claims, levies, owners and forts by province; whose turn it is, and the battle that waits for the die."""

    def __init__(self, game: PluginGame, options: dict[str, Any]) -> None:
        super().__init__(game, options)
        self.claims: list[int] = []
        self.owner = [NOBODY] * SIZE
        self.levies = [0] * SIZE
        self.fort = [False] * SIZE
        self.forts_left = [FORTS] * self.seats
        self.points = [0] * self.seats
        self.round = 1
        self.player = 0
        self.actions = ACTIONS
        self.battle: list[int] = []  # from, to

    def clone(self) -> MarchesState:
        twin = MarchesState.__new__(MarchesState)
        twin.__dict__.update(self.__dict__)
        twin.sink = None
        twin.claims, twin.owner, twin.levies = self.claims[:], self.owner[:], self.levies[:]
        twin.fort, twin.forts_left = self.fort[:], self.forts_left[:]
        twin.points, twin.battle = self.points[:], self.battle[:]
        return twin

    # Moves

    def legal_moves(self) -> list[int]:
        if self.to_move == CHANCE:
            if self.battle:
                return [encode_move(ROLL, face) for face in DIE]
            return [encode_move(CLAIM, p) for p in range(SIZE) if p not in self.claims]
        if self.to_move == OVER:
            return []
        moves = [encode_move(DONE)]
        for p in range(SIZE):
            if self.may_muster(p):
                moves.append(encode_move(MUSTER, p))
            if self.owner[p] == self.player:
                if self.forts_left[self.player] and not self.fort[p]:
                    moves.append(encode_move(FORT, p))
                if self.levies[p] > 1:
                    moves += [encode_move(MARCH + p, q) for q in PROVINCES[p].neighbours]
        return moves

    def may_muster(self, p: int) -> bool:
        """Whether the player may muster in a province."""
        if self.supply(self.player) < 1:
            return False
        if self.player in self.owner:
            return self.owner[p] == self.player
        return p in HARBOURS and self.owner[p] == NOBODY

    def supply(self, seat: int) -> int:
        """Levies of a seat that are not on the map."""
        return SUPPLY - sum(self.levies[p] for p in range(SIZE) if self.owner[p] == seat)

    def chance_weights(self) -> dict[int, int]:
        if self.battle:
            return {encode_move(ROLL, face): sides for face, sides in DIE.items()}
        return dict.fromkeys(self.legal_moves(), 1)

    def apply(self, move: int) -> None:
        verb, target = divmod(move, 64)
        if verb == CLAIM:
            self.deal_claim(target)
        elif verb == ROLL:
            self.resolve_battle(target)
        elif verb == DONE:
            self.end_turn()
        else:
            self.actions -= 1
            self.act(verb, target)

    def act(self, verb: int, target: int) -> None:
        """Muster, build a fort, or march."""
        if verb == MUSTER:
            came = min(MUSTERED, self.supply(self.player))
            self.owner[target] = self.player
            self.levies[target] += came
            self.emit("mustered", seat=self.player, province=NAMES[target], levies=came)
        elif verb == FORT:
            self.fort[target] = True
            self.forts_left[self.player] -= 1
            self.emit("fortified", seat=self.player, province=NAMES[target])
        else:
            self.march(verb - MARCH, target)
            if self.battle:
                return
        self.after_action()

    def march(self, origin: int, target: int) -> None:
        """Move all levies but one; into another house's province this is an attack."""
        going = self.levies[origin] - 1
        self.emit("marched", seat=self.player, origin=NAMES[origin], province=NAMES[target], levies=going)
        if self.owner[target] not in (NOBODY, self.player):
            self.battle = [origin, target]
            self.to_move = CHANCE
            return
        self.levies[origin] = 1
        self.owner[target] = self.player
        self.levies[target] += going

    def resolve_battle(self, face: int) -> None:
        """Compare attackers and die with the defence."""
        origin, target = self.battle
        going, defence = self.levies[origin] - 1, self.defence(target)
        won = going + face > defence
        self.emit("rolled", seat=self.player, pips=face)
        self.emit("fought", seat=self.player, victim=self.owner[target], province=NAMES[target], won=won)
        self.levies[origin] = 1
        if won:
            self.owner[target] = self.player
            self.levies[target] = max(1, going - defence // 2)
            self.fort[target] = False
        else:
            self.levies[target] = max(1, self.levies[target] - going // 2)
        self.battle = []
        self.to_move = self.player
        self.after_action()

    def defence(self, p: int) -> int:
        """What an attack on a province must exceed."""
        return self.levies[p] + (FORT_DEFENCE if self.fort[p] else 0)

    def after_action(self) -> None:
        """End the turn when no action is left."""
        if self.actions == 0:
            self.end_turn()

    def deal_claim(self, province: int) -> None:
        """Deal the next seat its secret claim; the last one begins the game."""
        self.emit("claimed", seat=len(self.claims), province=NAMES[province])
        self.claims.append(province)
        if len(self.claims) == self.seats:
            self.to_move = 0
            self.emit("turn", seat=0, turn=1)

    def end_turn(self) -> None:
        """Score the player's provinces; the next one begins, or the game ends."""
        income = self.income(self.player)
        self.points[self.player] += income
        self.emit("scored", seat=self.player, coins=income, sources=[["provinces", income]])
        self.actions = ACTIONS
        self.player = (self.player + 1) % self.seats
        self.round += self.player == 0
        if self.round > ROUNDS:
            self.finish()
            return
        self.to_move = self.player
        self.emit("turn", seat=self.player, turn=self.round)

    def income(self, seat: int) -> int:
        """The values of a seat's provinces together."""
        return sum(PROVINCES[p].value for p in self.land(seat))

    def land(self, seat: int) -> set[int]:
        """The provinces of a seat."""
        return {p for p in range(SIZE) if self.owner[p] == seat}

    def finish(self) -> None:
        """Score claims and connected land."""
        for seat in range(self.seats):
            self.points[seat] += largest_land(self.land(seat))
            if self.owner[self.claims[seat]] == seat:
                self.points[seat] += CLAIM_POINTS
        self.to_move = OVER
        self.emit("over", scores=self.points[:])

    # Texts

    def describe(self, move: int) -> str:
        verb, target = divmod(move, 64)
        if verb == ROLL:
            return f"roll {target}"
        if verb == DONE:
            return "done"
        if MARCH <= verb < CLAIM:
            return f"march {NAMES[verb - MARCH]} {NAMES[target]}"
        return f"{ {MUSTER: 'muster', FORT: 'fort', CLAIM: 'claim'}[verb] } {NAMES[target]}"

    def move_data(self, move: int) -> dict[str, Any]:
        data = super().move_data(move)
        return data | {"label": move_label(data["verb"], data["regions"])}

    def narrate(self, event: Event) -> str:
        return sentence(event)

    def display(self, seat: int) -> Display:
        """Levies and forts on the map; points, supply, forts and the claim, if the viewer knows it, beside it."""
        regions: dict[str, list[PieceDisplay]] = {}
        for p in range(SIZE):
            if self.owner[p] != NOBODY:
                regions[NAMES[p]] = [{"kind": "levy", "seat": self.owner[p], "count": self.levies[p]}]
                if self.fort[p]:
                    regions[NAMES[p]].append({"kind": "fort", "seat": self.owner[p], "count": 1})
        seats = [self._seat_display(k, seat == k or self.to_move == OVER) for k in range(self.seats)]
        return {"status": self.status(), "regions": regions, "seats": seats}

    def _seat_display(self, seat: int, knows_claim: bool) -> SeatDisplay:
        facts = [("levies in supply", str(self.supply(seat))), ("forts left", str(self.forts_left[seat]))]
        if knows_claim and seat < len(self.claims):
            facts.append(("claim", PROVINCES[self.claims[seat]].name))
        return {"points": self.points[seat], "pieces": [], "facts": facts}

    def status(self) -> str:
        """When in the game this is."""
        if self.to_move == OVER:
            return "The game is over"
        left = f", {self.actions} {'action' if self.actions == 1 else 'actions'} left" if self.to_move >= 0 else ""
        return f"Round {self.round} of {ROUNDS}{left}"

    def why_illegal(self, text: str) -> str:
        if self.to_move == CHANCE:
            return "Chance decides now: the die, or who gets which claim."
        verb, *places = text.split()
        unknown = [word for word in places if word not in NAMES]
        if verb in ("claim", "roll"):
            return f"`{verb}` is chance's word, not a seat's move."
        if len(places) != {"march": 2, "done": 0}.get(verb, 1):
            return f"`{text}` does not name as many provinces as `{verb}` needs."
        if unknown:
            return f"There is no province {unknown[0]!r}."
        where = NAMES.index(places[0])
        if verb == "muster" and self.supply(self.player) < 1:
            return f"All {SUPPLY} levies of the house are on the map."
        if self.owner[where] != self.player and (verb != "muster" or self.player in self.owner):
            return f"{PROVINCES[where].name} does not belong to the house."
        return self._why_not_here(verb, where, places)

    def _why_not_here(self, verb: str, where: int, places: list[str]) -> str:
        """Why a move in the house's own province is not legal."""
        name = PROVINCES[where].name
        if verb == "muster":
            return f"A house without land musters in an empty harbour, and {name} is none."
        if verb == "fort":
            return f"{name} has a fort already." if self.fort[where] else f"The house has built its {FORTS} forts."
        if self.levies[where] < 2:
            return f"One levy stays behind, and {name} has no other."
        return f"{name} does not border {places[1].capitalize()}."

    # Positions and views

    def position(self) -> dict[str, Any]:
        provinces = {
            NAMES[p]: {"owner": self.owner[p], "levies": self.levies[p], "fort": self.fort[p]}
            for p in range(SIZE)
            if self.owner[p] != NOBODY
        }
        return {
            "phase": self.phase_name(), "round": self.round, "player": self.player, "actions": self.actions,
            "to_move": self.to_move, "provinces": provinces, "claims": [NAMES[p] for p in self.claims],
            "players": [{"points": n, "forts": f} for n, f in zip(self.points, self.forts_left, strict=True)],
            "battle": [NAMES[p] for p in self.battle],
        }  # fmt: skip

    def read_position(self, data: dict[str, Any]) -> None:
        self._read_provinces(data)
        self.claims = [NAMES.index(name) for name in data["claims"]]
        self.battle = [NAMES.index(name) for name in data["battle"]]
        self.round = check_int(data["round"], "round", 1, ROUNDS + 1)
        self.player = check_int(data["player"], "player", 0, self.seats - 1)
        self.actions = check_int(data["actions"], "actions", 0, ACTIONS)
        self.to_move = check_int(data["to_move"], "to_move", OVER, self.seats - 1)
        most = self.game.score_bounds(self.options)[1]
        self.points = [check_int(player["points"], "points", 0, most) for player in data["players"]]
        self.forts_left = [check_int(player["forts"], "forts", 0, FORTS) for player in data["players"]]
        if self.to_move >= 0 and self.to_move != self.player:
            raise BadPosition(f"It is the turn of house {self.player}, so no other decides.")
        if len(self.battle) != (2 if self.to_move == CHANCE and len(self.claims) == self.seats else 0):
            raise BadPosition("A battle is where from and where to, while the die is rolled.")
        if any(self.supply(seat) < 0 for seat in range(self.seats)):
            raise BadPosition(f"A house has {SUPPLY} levies.")
        if len(self.points) != self.seats or (self.to_move != CHANCE and len(self.claims) != self.seats):
            raise BadPosition(f"There are {self.seats} houses, each with a claim.")

    def _read_provinces(self, data: dict[str, Any]) -> None:
        """Owners, levies and forts."""
        for name, there in data["provinces"].items():
            p = NAMES.index(name)
            self.owner[p], self.levies[p], self.fort[p] = there["owner"], there["levies"], there["fort"]
            if not 0 <= self.owner[p] < self.seats or self.levies[p] < 1:
                raise BadPosition(f"{PROVINCES[p].name} needs an owner from 0 to {self.seats - 1} and a levy or more.")

    def view(self, seat: int) -> dict[str, Any]:
        """Claims of others are secret until the end."""
        view = self.position()
        if self.to_move != OVER:
            view["claims"] = [name if k == seat else "" for k, name in enumerate(view["claims"])]
        return view

    def redact_event(self, event: Event, seat: int) -> Event:
        if event["type"] == "claimed" and event["seat"] != seat:
            return {name: value for name, value in event.items() if name != "province"}
        return event

    def resample(self, seat: int, rng: Rng) -> MarchesState:
        world = self.clone()
        if self.to_move != OVER:
            known = self.claims[seat] if 0 <= seat < len(self.claims) else NOBODY
            free = [p for p in range(SIZE) if p != known]
            for k in range(len(self.claims)):
                world.claims[k] = known if k == seat else free.pop(int(rng.below(len(free))))
        return world

    def phase_name(self) -> str:
        if self.to_move == CHANCE:
            return "battle" if self.battle else "claims"
        return "over" if self.to_move == OVER else "actions"

    def score(self, seat: int) -> int:
        return self.points[seat]

    def default_move(self) -> int:
        return encode_move(DONE)

    def die_move(self, pips: int) -> int:
        return encode_move(ROLL, pips) if self.battle and pips in DIE else -1

    # For bots and learners

    def turn_seat(self) -> int:
        return self.player

    def turn_number(self) -> int:
        return self.round

    def estimate(self, seat: int) -> int:
        """Points, the present income of the remaining rounds, levies, and the end's bonuses as they stand."""
        if self.to_move == OVER:
            return self.points[seat] * 1000
        waiting = seat >= self.player
        turns = ROUNDS - self.round + waiting
        strength = SUPPLY - self.supply(seat)
        has_claim = seat < len(self.claims) and self.owner[self.claims[seat]] == seat
        bonus = largest_land(self.land(seat)) + CLAIM_POINTS * has_claim
        return 1000 * (self.points[seat] + self.income(seat) * turns + bonus) + 150 * strength * turns

    def rate(self, move: int) -> int:
        """Take what is valuable and weakly held; muster where levies are, fortify what is worth it."""
        verb, target = divmod(move, 64)
        value = PROVINCES[target].value
        if verb == DONE:
            return -5
        if verb == MUSTER:
            return 4 + value
        if verb == FORT:
            return value
        if self.owner[target] == self.player:
            return -2
        margin = self.levies[verb - MARCH] - 1 - (self.defence(target) if self.owner[target] != NOBODY else 0)
        return 6 + 4 * value if margin > 0 or self.owner[target] == NOBODY else 2 * margin

    def observation(self, seat: int) -> list[int]:
        """Seats are counted from the observer on, so that every seat sees itself as the first."""
        me = max(seat, 0)
        numbers: list[int] = []
        for p in range(SIZE):
            relative = (self.owner[p] - me) % self.seats + 1 if self.owner[p] != NOBODY else 0
            claimed = 0 <= seat < len(self.claims) and self.claims[seat] == p
            numbers += [relative, self.levies[p], int(self.fort[p]), int(claimed)]
        for k in range(self.seats):
            other = (me + k) % self.seats
            numbers += [self.points[other], self.supply(other), self.forts_left[other]]
        return [*numbers, self.round, self.actions, (self.player - me) % self.seats]
