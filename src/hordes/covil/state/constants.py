"""Constants: phases, terrains, classes, opcodes of effects, and limits of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hordes.covil.wire.parts import AttackKind, CardState, Terrain
    from hordes.covil.wire.views import Phase

# Phases: which kind of decision is open. In CHANCE_PHASE chance decides.
FOUNDING_PHASE: Final = 0  # the first morning: a seat founds its fortress
AFTERNOON: Final = 1
PAYMENT: Final = 2
CHOICE: Final = 3
COMBAT: Final = 4
RETREAT: Final = 5
RAID: Final = 6
ENDED: Final = 7
CHANCE_PHASE: Final = 8
PHASE_NAMES: Final[list[Phase]] = [
    "found",
    "afternoon",
    "payment",
    "choice",
    "combat",
    "retreat",
    "raid",
    "over",
    "chance",
]

STACK_SIZE: Final = 48
ATTACK_HEADROOM: Final = 14
"""Free places of the task stack that a nested combat may need; with fewer left no further one can begin."""

# Terrains are bits; the first four can be dominated.
TERRAINS: Final[list[Terrain]] = ["Water", "Desert", "Mountain", "Forest", "Town"]
TOWN: Final = 16
DOMINABLE_TERRAINS: Final = 4
CLASSES: Final = ["Dark Overlord", "Assassin", "Warrior", "Guardian", "Saboteur", "Sorcerer"]
OVERLORD: Final = 0

# Stats, which are also the kinds of an attack
ANY_KIND: Final = 0
MELEE: Final = 1
RANGED: Final = 2
DEFENSE: Final = 3
REBEL_ATTACK: Final = 4
STATS: Final = ["any", "melee", "ranged", "defense"]
ATTACK_KINDS: Final[dict[int, AttackKind]] = {MELEE: "melee", RANGED: "ranged"}

READY: Final = 0
TIRED: Final = 1
EXHAUSTED: Final = 2
STATE_NAMES: Final[list[CardState]] = ["ready", "tired", "exhausted"]

REINFORCEMENT: Final = 0
INFLUENCE: Final = 1
AFTERSHOCK: Final = 2
COMMAND: Final = 3
ABILITIES: Final = ["reinforcement", "influence", "aftershock", "command"]

# What an effect is: modifiers first, then instants.
ATTACK_MOD: Final = 0
DEFENSE_MOD: Final = 1
MOVE_MOD: Final = 2
PRICE_MOD: Final = 3
RELIC_PRICE_MOD: Final = 4
FEE_MOD: Final = 5
LEVY_MOD: Final = 6
RAID_MOD: Final = 7
SCORE_MOD: Final = 8
MODIFIERS: Final = ["attack", "defense", "move", "price", "relicPrice", "fee", "levy", "raid", "score"]
DO_MOVE: Final = 20
DO_PUSH: Final = 21
DO_STAND: Final = 22
DO_LAY: Final = 23
DO_GOLD: Final = 24
DO_STEAL: Final = 25
DO_REST: Final = 26
DO_READY: Final = 27
DO_EXHAUST: Final = 28
DO_REBELS: Final = 29
DO_RELIC: Final = 30
DO_DISCARD: Final = 31
DO_DAMAGE: Final = 32
DO_REPAIR: Final = 33
DO_ATTACK: Final = 34
DO_SUMMON: Final = 35
DO_STRENGTH: Final = 36
INSTANTS: Final = [
    "move", "push", "stand", "lay", "gold", "steal", "rest", "ready", "exhaust", "rebels", "relic", "discardRelic",
    "damage", "repair", "attack", "summon", "strength",
]  # fmt: skip

PICK_ANY: Final = 0
PICK_ATTACKER: Final = 1
PICK_SAME: Final = 2
PICK_NAMES: Final = ["any", "attacker", "same"]
PER_NOTHING: Final = 0
PER_DOMINANCE: Final = 1
PER_NONE: Final = 2
PER_MINION: Final = 3
PER_RELIC: Final = 4
PER_TROOP: Final = 5
PER_NAMES: Final = ["", "dominance", "none", "minion", "relic", "troop"]
VS_LYING: Final = 1
VS_FORTRESS: Final = 2
IF_WON: Final = 1
IF_LYING: Final = 2
IF_FORTRESS: Final = 4
CONDITIONS: Final = {"won": IF_WON, "targetLying": IF_LYING, "targetInFortressZone": IF_FORTRESS}

# Limits
TROOPS: Final = 5
SLOTS: Final = 6
MAX_SEATS: Final = 4
DAYS: Final = 4
BASE_FEE: Final = 2
"""Gold for each dominated terrain, before Influences."""
MAX_GOLD: Final = 5
MAX_HP: Final = 5
MAX_REBELS: Final = 5
POOL_SIZE: Final = 6
MAX_POOL: Final = 64
MERCENARIES_IN_PLAY: Final = 24
START_RELICS: Final = 2
RELIC_PRICE: Final = 3
REBEL_STRENGTH: Final = 3
FIRST_POOL_COST_LIMIT: Final = 10
MAX_TAKEBACKS: Final = 8
"""How often in a turn a payment may be cancelled."""
MAX_FLIPS: Final = 24
FIRST_FORTRESS: Final = 20
"""Attack targets from here on are fortresses (by seat); smaller ones are troops."""
REBEL_SEAT: Final = 7
"""In place of a seat where the attackers are rebels."""
NO_SLOT: Final = 7
NO_TROOP: Final = -1

FIRST_RESOURCE_BIT: Final = 8
"""Bits of `State.changed_places`: below this the seats whose troops or hall changed, from here on gold, hp or hand."""
RELICS_CHANGED: Final = 1
POOL_CHANGED: Final = 2
"""Bits of `State.changed_kinds`."""
