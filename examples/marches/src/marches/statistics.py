"""What the events of Marches mean for statistics: turns, income, claims, dice and conquests."""

from hordes.engine.core.state import Event
from hordes.engine.event_tags import Conquered, EventTag, Income, Lost, Rolled, Taken, TurnBegins


def tags(event: Event) -> list[EventTag]:
    """The tags of an event; a claim that its reader may not know has none."""
    seat = event.get("seat", -1)
    match event["type"]:
        case "turn":
            return [TurnBegins(seat, event["turn"])]
        case "claimed" if "province" in event:
            return [Taken(seat, [("claim", event["province"])])]
        case "scored":
            return [Income(seat, [(source, points) for source, points in event["sources"]])]
        case "rolled":
            return [Rolled(seat, event["pips"])]
        case "fought" if event["won"]:
            return [Conquered(seat), Lost(event["victim"])]
        case _:
            return []
