"""Numbers for the words of the game: phases, tasks, terrains, classes, and the vocabulary of effects."""

from __future__ import annotations

from typing import Final

# Phases: the questions that can be open. CHANCES is asked of chance.
FOUND: Final = 0
AFTERNOON: Final = 1
PAYMENT: Final = 2
CHOICE: Final = 3
COMBAT: Final = 4
RETREAT: Final = 5
RAID: Final = 6
ENDED: Final = 7
CHANCES: Final = 8
PHASE_NAMES: Final = ["found", "afternoon", "payment", "choice", "combat", "retreat", "raid", "over", "chance"]

# Tasks: what is still to be done, the next on top; see `agenda`. The comments name the arguments.
FIRST_SEAT: Final = 0  # chance: who begins
OVERLORDS: Final = 1  # chance: the next seat
RECRUITS: Final = 2  # chance: dummy seat, pile, how many
REMOVALS: Final = 3  # chance: how many mercenaries stay in the box
REVEALS: Final = 4  # chance: how many, 1 while the first pool is filtered
DRAWS: Final = 5  # chance: seat, how many relics
LOSSES: Final = 6  # chance: seat, how many relics are discarded at random
FOUNDING: Final = 7  # how many seats have founded
MORNING: Final = 8  # how many seats are done
GAIN: Final = 9  # seat, gold
EFFECTS: Final = 10  # effect; seat, slot and defender; troop in mind; progress; choice: see `effects`
EXHAUSTION: Final = 11  # the attacker's seat
WINDOW: Final = 12  # 0 defender 1 attacker, passes in a row, who left the board (ATTACKER_GONE, TARGET_GONE)
OUTCOME: Final = 13
WITHDRAWAL: Final = 14  # troop
DAMAGE: Final = 15  # by whom (REBELS: nobody), fortress of which seat, how much
DISCARD: Final = 16  # the active relics
RENEW: Final = 17
LEVIES: Final = 18  # how many seats are done, how many of the seat's Minions
FEES: Final = 19  # terrain
CONSOLATION: Final = 20  # how many seats are done
RAIDS: Final = 21  # how many seats are done
RETALIATION: Final = 22  # troops still to be attacked, two halves; how many seats' fortresses are done
REBELS_LEAVE: Final = 23
REST_ALL: Final = 24
NEXT_DAY: Final = 25  # 1 when the last chance to buy relics was given
DUMMY_TURN: Final = 26  # seat
DUMMY_AIM: Final = 27  # seat, kind of attack, flips; AIM to FOUNDS have their flips last
DUMMY_MOVE: Final = 28  # seat, 0, flips
DUMMY_RETREAT: Final = 29  # troop, 0, flips
DUMMY_FOUNDS: Final = 30  # seat, 0, flips
NIGHT: Final = 31
PURCHASES: Final = 32  # how many seats were asked at night whether they buy a relic
SUSPENDED: Final = 33  # a combat that another one interrupts: see `nested`
SUSPENDED_GUARDS: Final = 34  # the Minions exhausted for its defense
TASK_NAMES: Final = (
    "first overlords recruits removals reveals draws losses founding morning gain effects exhaustion window outcome "
    "withdrawal damage discard renew levies fees consolation raids retaliation rebels_leave rest_all next_day "
    "dummy_turn dummy_aim dummy_move dummy_retreat dummy_founds night purchases suspended suspended_guards"
).split()
STACK: Final = 48
ATTACK_ROOM: Final = 14
"""Places of the agenda that a combat inside a combat may need; without them no further one can begin."""

# Terrains are bits; the first four can be dominated.
TERRAINS: Final = ["Water", "Desert", "Mountain", "Forest", "Town"]
TOWN: Final = 16
DOMINATED: Final = 4
CLASSES: Final = ["Dark Overlord", "Assassin", "Warrior", "Guardian", "Saboteur", "Sorcerer"]
OVERLORD: Final = 0

# Stats, which are also the kinds of an attack
ANY: Final = 0
MELEE: Final = 1
RANGED: Final = 2
DEFENSE: Final = 3
REBELLION: Final = 4
STATS: Final = ["any", "melee", "ranged", "defense"]

READY: Final = 0
TIRED: Final = 1
EXHAUSTED: Final = 2
STATE_NAMES: Final = ["ready", "tired", "exhausted"]

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
PICKS: Final = ["any", "attacker", "same"]
PER_NOTHING: Final = 0
PER_DOMINANCE: Final = 1
PER_NONE: Final = 2
PER_MINION: Final = 3
PER_RELIC: Final = 4
PER_TROOP: Final = 5
PERS: Final = ["", "dominance", "none", "minion", "relic", "troop"]
VS_LYING: Final = 1
VS_FORTRESS: Final = 2
IF_WON: Final = 1
IF_LYING: Final = 2
IF_FORTRESS: Final = 4
CONDITIONS: Final = {"won": IF_WON, "targetLying": IF_LYING, "targetInFortressZone": IF_FORTRESS}

# Limits
TROOPS: Final = 5
SLOTS: Final = 6
SEATS: Final = 4
DAYS: Final = 4
FEE: Final = 2
"""Gold for a terrain one has dominance over, before Influences."""
MOST_GOLD: Final = 5
MOST_HP: Final = 5
MOST_REBELS: Final = 5
POOL: Final = 6
LARGEST_POOL: Final = 64
IN_PLAY: Final = 24
START_RELICS: Final = 2
RELIC_PRICE: Final = 3
REBEL_STRENGTH: Final = 3
TOO_DEAR_AT_FIRST: Final = 10
SECOND_THOUGHTS: Final = 8
"""How often in a turn a payment may be called off."""
MOST_FLIPS: Final = 24
FORTRESSES: Final = 20
"""Targets of an attack from here on are the fortresses of the seats; below it are troops."""
REBELS: Final = 7
"""Stands for a seat where rebels attack."""
ATTACKER_GONE: Final = 1
TARGET_GONE: Final = 2
NO_SLOT: Final = 7
NONE: Final = -1

PURSES: Final = 8
"""`State.touched` has the seats whose troops or halls have changed, and from here on those with other gold or so."""
RELICS_MOVED: Final = 1
POOL_MOVED: Final = 2
"""Kinds of `State.news`."""
