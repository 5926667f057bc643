"""Short rules of Small World, and synonyms of glossary terms."""

from __future__ import annotations

RULES = (
    "You lead one race at a time, made of a race and a power: a combo. Most coins after the last turn win.",
    "To begin, choose one of six combos. The first is free; each one further down costs a coin for every one above it.",
    "A new race enters at the edge of the map and spreads to neighbouring regions.",
    "A region costs two tokens, one more for a mountain, a Lost Tribe, each enemy token and each defending piece.",
    "The tokens used stay there until you redeploy. An enemy driven out loses one token and takes back the rest.",
    "For your last conquest of a turn the die may add up to three tokens; half of its faces are blank.",
    "After conquering, redeploy: move tokens freely among your regions, at least one in each.",
    "Then score a coin for every region you hold, active or in decline, and whatever race and power add.",
    "When your race is stretched thin, spend a turn going into decline: it stays, scores, and no longer moves.",
    "The turn after that you choose a new combo. Retire a second race and the first leaves the map.",
)
SYNONYMS = {
    "dice": "die", "roll": "die", "reinforcement": "die", "edge": "border", "combo": "column", "combos": "column",
    "peace": "diplomat", "pact": "diplomat", "ally": "diplomat", "empty": "non_empty", "tribe": "lost_tribe",
    "leave": "abandon", "coins": "coin", "tokens": "token", "declined": "decline", "camp": "encampment",
    "fort": "fortress", "water": "sea", "scores": "score", "scoring": "score", "turns": "turn", "conquest": "conquer",
    "attack": "conquer", "help": "?", "even": "spread", "history": "log", "redeployment": "redeploy",
}  # fmt: skip
"""Synonyms of glossary terms."""
TERMS = {
    "coin": "Coins are the score. Yours are shown to you alone until the end; `score` says where they came from.",
    "token": "Tokens are your troops: in hand they conquer, on the map they hold a region and defend it.",
    "active": "Your active race is the one that conquers. A declined one only stays and scores.",
    "conquer": "Type the number of a region next to yours. It costs two tokens and one for whatever defends it.",
    "turn": "A turn: choose a race if you have none, conquer, redeploy, score. Or: go into decline and score.",
    "tray": "The tray holds the tokens of a race that are not in play. Only a few powers bring more of them.",
    "hand": "Tokens in hand are free to conquer or to be placed. Each turn begins with all but one of every region.",
}
