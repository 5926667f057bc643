"""Glossary of terrains, symbols, pieces and terms; races and powers bring their own texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hordes.smallworld.wire.views import Entry

TERMS: Final[dict[str, Entry]] = {
    "lair": {"kind": "piece", "name": "Troll's lair", "text": "Adds one to the defence of its region; gone when the region is left or conquered."},
    "fortress": {"kind": "piece", "name": "Fortress", "text": "Adds one to the defence of its region, one per region; pays its active owner a coin each turn."},
    "encampment": {"kind": "piece", "name": "Encampment", "text": "Adds one to the defence of its region; returns to its owner's hand when the region falls."},
    "hole": {"kind": "piece", "name": "Hole-in-the-Ground", "text": "Makes its region immune until the Halflings leave it or decline."},
    "hero": {"kind": "piece", "name": "Hero", "text": "Makes its region immune until he moves at the end of his owner's next turn."},
    "dragon": {"kind": "piece", "name": "Dragon", "text": "Makes its region immune until it flies to another conquest."},
    "farmland": {"kind": "terrain", "name": "Farmland", "text": "Land. Humans are paid for it; the Mounted take it for one token less."},
    "forest_terrain": {"kind": "terrain", "name": "Forest", "text": "Land. The Forest badge pays for it."},
    "hill_terrain": {"kind": "terrain", "name": "Hill", "text": "Land. The Hill badge pays for it; the Mounted take it for one token less."},
    "swamp_terrain": {"kind": "terrain", "name": "Swamp", "text": "Land. The Swamp badge pays for it."},
    "mountain": {"kind": "terrain", "name": "Mountain", "text": "Land. It adds one to the defence, and makes its neighbours cheaper for Giants who hold it."},
    "sea": {"kind": "terrain", "name": "Sea", "text": "Water: only an active Seafaring race may conquer it. Land beside it is coastal, and where the sea touches the frame a place to enter."},
    "lake": {"kind": "terrain", "name": "Lake", "text": "Water: only an active Seafaring race may conquer it. Land beside it is coastal."},
    "mine": {"kind": "symbol", "name": "Mine", "text": "Pays Dwarves a coin, even in decline."},
    "magic": {"kind": "symbol", "name": "Magic source", "text": "Pays Wizards a coin."},
    "cavern": {"kind": "symbol", "name": "Cavern", "text": "Adjacent to every other cavern for Underworld races, and one token cheaper for them."},
    "lost_tribe": {"kind": "term", "name": "Lost Tribe", "text": "A native token that belongs to nobody: it adds one to the defence and makes the region non-empty. Gone once conquered."},
    "monster": {"kind": "piece", "name": "Monster", "text": "Stands beside a Lost Tribe and adds one to the defence. Whoever conquers its region draws a Place or Relic and lays it there."},
    "bony": {"kind": "piece", "name": "Bony the Lich", "text": "Protects a declined race from every power of its owner's opponents, as long as an active race holds the Boneyard."},
    "border": {"kind": "term", "name": "Border region", "text": "Where a race with nothing on the map may enter: the frame of the board, and the shores of a sea that touches the frame."},
    "non_empty": {"kind": "term", "name": "Non-empty region", "text": "One with a race token of anybody, active or declined, or with a Lost Tribe."},
    "decline": {"kind": "term", "name": "Decline", "text": "Instead of expanding, a race is retired: one token stays in each region and goes on scoring. The next turn begins with a new combo."},
    "die": {"kind": "term", "name": "Reinforcement die", "text": "Faces 0, 0, 0, 1, 2, 3. Once per turn and race, for its last conquest, against a region you are one to three tokens short of."},
    "immune": {"kind": "term", "name": "Immune", "text": "Opponents can neither conquer the region nor touch it with any power."},
    "coastal": {"kind": "term", "name": "Coastal", "text": "Land on a sea or lake."},
    "redeploy": {"kind": "term", "name": "Redeployment", "text": "After the conquests, troops move freely among the race's regions; at least one stays in each."},
    "withdraw": {"kind": "term", "name": "Withdrawal", "text": "When your region is conquered one token is lost; the others are placed in your other regions at the end of the attacker's turn."},
    "abandon": {"kind": "term", "name": "Abandon", "text": "Before the first conquest you may leave regions entirely to free their last tokens."},
    "necromancer": {"kind": "term", "name": "Necromancer", "text": "In the mode `necromancer` the last seat plays the Ghosts. Each turn he buys Ghosts and powers, conquers and scores; he wins at once when, at the end of his turn, no Ghost is left in reserve or in the Well of Souls."},
    "island": {"kind": "term", "name": "Necromancer Island", "text": "It fills the lake. Ghosts come from there and fall back there; nobody conquers it, and it brings neither coins nor souls."},
    "well": {"kind": "term", "name": "Well of Souls", "text": "Every token lost in a conquest goes there, Ghosts and Lost Tribes too, Elves discarded in decline, and one soul for each region of the Ghosts when they score. Four of them make a new Ghost at the end of a turn."},
    "column": {"kind": "term", "name": "Column", "text": "Six combos of race and power. The top one is free; each one further down costs a coin laid on every combo above it."},
}  # fmt: skip
