"""Short rules of Covil, and explanations of its terms."""

from __future__ import annotations

RULES = (
    (
        "Four days. After the fourth night whoever has most points wins: the costs of your Minions, 5 for a "
        "fortress that still stands, your gold, the worth of relics in hand, and what Influences add."
    ),
    "Morning: your troops stand up, and new ones come to your fortress until you have 2, 3, 4, 5 (day 1 to 4).",
    (
        "Afternoon: turns go round until no troop stands. On your turn you may hire one Minion, do free actions, "
        "and with a standing troop you must do one troop action: it lies down and moves, rests a Minion, repairs, "
        "earns 1 gold or attacks."
    ),
    (
        "Hire from the pool with gold, relics from your hand and ready Minions; what is too much comes back as gold"
        " (5 at most)."
    ),
    (
        "Attack: melee in the same zone (strength 1 from the troop), ranged into the next one (from 0). Exhaust one"
        " ready Minion; its stat counts if it fits. The defender has 1, may exhaust Minions with defense, and both "
        "may activate relics."
    ),
    (
        "The attacker must have more. A beaten troop that stood lies down and retreats; one that lay is lost. An "
        "attacker who wins gains 2 gold; a defender gains nothing."
    ),
    (
        "A troop beaten at its own fortress costs the fortress the difference; a fortress without guards is hit "
        "directly."
    ),
    (
        "Night: active relics go; a new pool; 2 gold for whoever controls most zones of Water, Desert, Mountain, "
        "Forest; a relic for each of your troops in town, and a rebel for each relic; five rebels strike back. All "
        "Minions rest once."
    ),
)
SYNONYMS = {
    "minions": "minion", "relics": "relic", "rebel": "rebels", "tired": "states", "exhausted": "states",
    "ready": "states", "state": "states", "attack": "combat", "melee": "combat", "ranged": "combat",
    "defend": "defense", "defence": "defense", "dominate": "dominance", "fee": "dominance", "raiding": "raid",
    "hire": "hiring", "pay": "hiring", "payment": "hiring", "mercenary": "pool", "mercenaries": "pool",
    "overlord": "minion", "henchman": "minion", "henchmen": "minion", "points": "scoring", "score": "scoring",
    "retaliate": "retaliation", "buy": "relic", "draw": "relic", "activate": "relic", "hp": "fortress",
    "troops": "troop", "rest": "states", "lying": "troop", "standing": "troop", "spirals": "spiral", "zones": "zone",
    "dummies": "dummy", "solo": "dummy", "treasury": "gold", "sceptre": "scepter", "levies": "influence",
    "levy": "influence", "loot": "fortress", "rebellion": "rebels",
}  # fmt: skip
"""Synonyms of terms."""
TERMS = {
    "minion": "Overlord, Henchman or Mercenary. A hall holds the Overlord on the throne and five others. The "
    "printed cost is what it is worth when handed over, and its points at the end.",
    "states": "A Minion is ready (↑), tired (→) or exhausted (↓). Only ready ones can attack, defend, command or "
    "be handed over. Resting moves one step towards ready: by a troop action, by cards, and once each "
    "night. A new Minion comes in tired.",
    "hiring": "Once a turn you may take a Minion from the pool. Put up gold, relics from your hand and ready "
    "Minions, then `done`; what is above the price comes back as gold. With a full hall of six at least"
    " one Minion must be handed over.",
    "pool": "The Minions anybody may hire. Those handed over join it. It is not refilled by day; each night six"
    " new ones come.",
    "relic": "A Power Relic in hand is worth its gold when you hire, and points at the end. Activated, it may do "
    "what it says (`use`, or choose; `skip` declines) and gives its bonus to all your troops until night. You may draw "
    "one for 3 gold whenever the game waits for you, and before the last night ends.",
    "gold": "Your treasury holds 5 at most. When more comes in you may first buy relics; the rest is lost.",
    "troop": "A standing troop may do one troop action, for which it lies down. Lying troops stay where they "
    "are, still count for dominance and raids, and are lost when they are beaten.",
    "combat": "Strength: 1 in melee (0 at range) + the exhausted Minion's stat if it fits + Reinforcements + "
    "active relics. It must be above the defense. The windows alternate, defender first, until both "
    "pass. An attacker who wins gains 2 gold; a defender who holds gains nothing. A relic's free attack is fought "
    "before the combat goes on, and a combat whose troops can no longer reach each other has no result.",
    "defense": "Every troop has 1, plus Reinforcements and active relics, plus the defense of each ready Minion "
    "exhausted for it.",
    "reinforcement": "Works always, whatever the Minion's state: it adds to attack, defense or movement, often by "
    "terrain. Each terrain of the zone that is named counts.",
    "influence": "Works always: cheaper Minions or relics, more fees, levies at night, points at the end.",
    "aftershock": "Happens when this very Minion is exhausted for an attack.",
    "command": "On your turn, as a free action, exhaust the ready Minion to do what it says.",
    "fortress": "5 hit points. Beaten guards and direct hits damage it; the attacker gains 1 gold for damage and a "
    "relic for the last point. Destroyed, it brings no points and cannot be repaired, but troops still "
    "come there.",
    "dominance": "At night a zone belongs to whoever has most troops there, standing or lying; whoever holds most "
    "zones of a terrain dominates it and gains 2 gold. Ties bring nothing. Town is no such terrain.",
    "raid": "At night each of your troops in town draws a relic, and a rebel comes for each.",
    "rebels": "They come with raids, five at most. With five in town at night they retaliate; with fewer they stay.",
    "retaliation": "Five rebels attack each troop in town with strength 3, then the fortresses; then the rebels leave.",
    "scepter": "Whoever holds the Evil Scepter goes first. It moves on each night.",
    "spiral": "A zone marked with a spiral (◎) is where a fortress may be founded.",
    "zone": "One or two terrains; any number of troops. Troops move to the zones next to theirs, enemies do not block.",
    "scoring": "Printed costs of your Minions + 5 for a standing fortress + gold + relics in hand + Influences. "
    "Ties: troops, hit points, gold, the dearest Minion.",
    "dummy": "In the solo game dummies follow fixed rules: melee if they can, else ranged, else they move; "
    "relics are flipped where they cannot decide. You must have more points than each of them.",
    "morning": "Troops stand up; new ones come to the fortress: 2, 3, 4 and 5 on days 1 to 4.",
    "afternoon": "Turns go round until, when the first player's turn comes, no troop stands.",
    "night": "Relics are discarded, a new pool, dominance, raid and retaliation, every Minion rests once.",
}
