"""Live tables: event-sourced games, their clocks and subscribers, the WebSocket protocol and seating."""
