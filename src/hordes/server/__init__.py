"""Tables on the web: seats, links, sockets, clocks and a log that never loses a move. It holds tables, not rules."""
