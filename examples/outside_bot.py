"""An external bot in any language that speaks HTTP: 40 lines that join a table and play any legal move.

    python examples/outside_bot.py http://localhost:8000/t/TABLE#invite=CODE [name]

Open a table with a free seat, copy its invitation link, and let this program sit down. The whole API is described at
/api/openapi.json of every server; /ws is the same by WebSocket, for programs that want to hear every event.
"""

import json
import random
import sys
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen


def ask(method: str, url: str, body: object = None, token: str = "") -> Any:
    """One request; the answer as data."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, headers, method=method), timeout=60) as answer:
        return json.load(answer)


def play(link: str, name: str) -> dict[str, Any]:
    """Join the table, move whenever it is our turn, and return the result."""
    parts = urlsplit(link)
    table = f"{parts.scheme}://{parts.netloc}/api/tables/{parts.path.rsplit('/', 1)[-1]}"
    invite = parts.fragment.removeprefix("invite=")
    token = ask("POST", f"{table}/join", {"name": name} | ({"invite": invite} if invite else {}))["token"]
    ply = -1
    while True:
        now = ask("GET", f"{table}/view?since={ply}&wait=20", token=token)  # waits until something happens
        ply = now["ply"]
        if now["facts"].get("result"):
            return dict(now["facts"]["result"])
        if now.get("legal"):  # `view` has everything the seat may know; a better bot would use it
            move = {"type": "move", "ply": ply, "text": random.choice(now["legal"]), "id": f"ply{ply}"}
            ask("POST", f"{table}/moves", move, token)


if __name__ == "__main__":
    print(play(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "Outsider"))
