"""A race in play, and what the table agreed on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hordes.engine.bits import BIT, gathered
from hordes.engine.errors import BadRequest
from hordes.engine.native import i64, mypyc_attr
from hordes.engine.rng import mix
from hordes.smallworld.markers import Marker
from hordes.smallworld.modes import STANDARD, Mode
from hordes.smallworld.moves import MOST_OWN, MOST_PLACED, OWN
from hordes.smallworld.traits import NO_POWER, NO_RACE, Power, Race, Trait
from hordes.smallworld.vocabulary import HORDE, PIECE_LIMITS, POT

if TYPE_CHECKING:
    from hordes.smallworld.table import Table

MOST: Final = 61
"""Races, powers and tokens of a race at most: they are members of sets, and tokens are placed by verbs of their own."""


class Rules:
    """What the table agreed on: pieces in the box, number of seats and turns, switchable rulings.

    `stamp` is a hash of the agreement, the same everywhere: states of different set-ups are never equal.
    """

    def __init__(
        self,
        races: list[Race],
        powers: list[Power],
        players: int,
        turns: int,
        rulings: dict[str, Any],
        setup: str,
        mode: Mode = STANDARD,
        markers: list[Marker] | None = None,
    ) -> None:
        if len(races) > MOST or len(powers) > MOST:
            raise BadRequest(f"A game has at most {MOST} races and {MOST} powers.")
        for k, race in enumerate(races):
            race.index = k
            race.total = rulings.get(f"{race.id}_total", race.total)
            if not 0 < race.total <= MOST:
                raise BadRequest(f"{race.name}: a race has 1 to {MOST} tokens, not {race.total}.")
        for k, power in enumerate(powers):
            power.index = k
        self.speakers: list[Trait] = []
        self.forms: list[str] = []
        self.sturdy: bool = len([trait for trait in [*races, *powers] if trait.defends]) > 0
        self.mode: Mode = mode
        self.races: list[Race] = races
        self.powers: list[Power] = powers
        self.players: i64 = players
        self.turns: i64 = turns
        self.rulings: dict[str, Any] = rulings
        self.alchemist_needs_region: bool = rulings.get("alchemist_needs_region", False)
        self.barbarian_survivors_wait: bool = rulings.get("barbarian_survivors_wait", False)
        self.historian_counts_tribes: bool = rulings.get("historian_counts_tribes", False)
        self.own_tokens_defend: bool = rulings.get("own_tokens_defend", False)
        self.ghouls_own_die: bool = rulings.get("ghouls_own_die", False)
        self.giants_true_borders: bool = rulings.get("giants_true_borders", False)
        self.sorcery_without_token: bool = rulings.get("sorcery_without_token", False)
        self.sorcery_by_flight: bool = rulings.get("sorcery_by_flight", False)
        self.barbarians_ready_all: bool = rulings.get("barbarians_ready_all", False)
        self.barricade_needs_region: bool = rulings.get("barricade_needs_region", False)
        self.aquatic_spares_water: bool = rulings.get("aquatic_spares_water", False)
        self.pots_leave_in_decline: bool = rulings.get("pots_leave_in_decline", False)
        self.historian_counts_late: bool = rulings.get("historian_counts_late", False)
        self.soapbar_keeps_to_land: bool = rulings.get("soapbar_keeps_to_land", False)
        self.sigil_asks_everybody: bool = rulings.get("sigil_asks_everybody", False)
        self.most_kept: i64 = 0
        for race in races:
            if not race.redeploys() and not self.barbarians_ready_all:
                self.most_kept = min(MOST_PLACED, max(self.most_kept, race.total + PIECE_LIMITS[HORDE]))
        self.markers: list[Marker] = [] if markers is None else markers
        self.soul_price: i64 = mode.soul_price(rulings, players)
        self.hordes_need_company: bool = rulings.get("hordes_need_company", False)
        self.fireballs: i64 = rulings.get("fireball_markers", 9)
        self.limits: list[int] = list(PIECE_LIMITS)
        self.limits[POT] = rulings.get("pots", PIECE_LIMITS[POT])
        self.banners: i64 = gathered([k for k, race in enumerate(races) if race.in_column()])
        self.race_ids: list[str] = [race.id for race in races]
        self.power_ids: list[str] = [power.id for power in powers]
        self.setup: str = setup
        self.stamp: i64 = 0
        for byte in setup.encode():
            self.stamp = mix(self.stamp ^ byte)
        for trait in [*races, *powers]:
            if len(trait.forms) > 0:
                self.learn(trait)

    def learn(self, trait: Trait) -> None:
        """A trait brings words of its own: they get the next verbs, in the order of the sets."""
        trait.first_verb = OWN + len(self.forms)
        for form in trait.forms:
            self.speakers.append(trait)
            self.forms.append(form)
        if len(self.forms) > MOST_OWN:
            raise BadRequest(f"The sets of this game have more than {MOST_OWN} words of their own.")


@mypyc_attr(acyclic=True, free_list_len=1)
class Army:
    """A race in play: its banner, its badge, where it stands, and what its owner holds of it.

    The two notes are numbers that a race or a badge of one's own may keep: an amount, or a set of regions. If the
    trait has a `mark`, its note is the set of regions where such a piece stands.
    """

    race: Race
    power: Power
    kept: Power
    seat: i64
    declined: bool
    regions: i64
    hand: i64
    waiting: i64
    tray: i64
    holes: i64
    wealth: i64
    ally: i64
    pots: i64
    hordes: i64
    fireballs: i64
    souls: i64
    idle_hordes: i64
    race_note: i64
    power_note: i64

    def __init__(self, o: Army | None = None) -> None:
        if o is None:
            self.race = NO_RACE
            self.power = NO_POWER
            self.kept = NO_POWER
            self.seat = -1
            self.declined = False
            self.regions = 0
            self.hand = 0
            self.waiting = 0
            self.tray = 0
            self.holes = 0
            self.wealth = 0
            self.ally = -1
            self.pots = 0
            self.hordes = 0
            self.fireballs = 0
            self.souls = 0
            self.idle_hordes = 0
            self.race_note = 0
            self.power_note = 0
        else:
            self.race = o.race
            self.power = o.power
            self.kept = o.kept
            self.seat = o.seat
            self.declined = o.declined
            self.regions = o.regions
            self.hand = o.hand
            self.waiting = o.waiting
            self.tray = o.tray
            self.holes = o.holes
            self.wealth = o.wealth
            self.ally = o.ally
            self.pots = o.pots
            self.hordes = o.hordes
            self.fireballs = o.fireballs
            self.souls = o.souls
            self.idle_hordes = o.idle_hordes
            self.race_note = o.race_note
            self.power_note = o.power_note

    def words(self) -> list[int]:
        """Every field as an integer."""
        kept = [self.race.index, self.power.index, self.kept.index, self.seat, int(self.declined), self.regions]
        return [
            *kept,
            self.hand,
            self.waiting,
            self.tray,
            self.holes,
            self.wealth,
            self.ally,
            self.pots,
            self.hordes,
            self.fireballs,
            self.souls,
            self.idle_hordes,
            self.race_note,
            self.power_note,
        ]

    def exists(self) -> bool:
        """Is there a race at all? A player between two races has none."""
        return self.race.index >= 0

    def seen_declined(self) -> bool:
        """Do the other players consider it in decline?"""
        return self.declined or self.race.haunts()

    def troops(self) -> i64:
        """Tokens in hand that can conquer."""
        return self.hand + self.hordes

    def guards(self, t: Table, region: i64) -> list[Trait]:
        """The race and badges that make a region they hold cost a token more, each; none of the box does."""
        traits: list[Trait] = [self.race]
        traits += [] if self.declined else self.power.badges()
        return [trait for trait in traits if trait.defends and trait.sturdier(t, self) & BIT[region] != 0]

    def recruits(self) -> i64:
        """Tokens that banner and badge bring when the combo is picked."""
        return self.race.banner + self.race.bonus_tokens + self.power.tokens

    def takes(self, tokens: i64) -> None:
        """Move tokens from the tray to the hand, as many as there are."""
        new = tokens if tokens < self.tray else self.tray
        self.tray -= new
        self.hand += new


NOBODY: Final = Army()
"""Stands for 'no army'. It is shared by all states and never changes."""
