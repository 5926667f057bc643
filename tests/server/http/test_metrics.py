"""Health check and metrics."""

from tests.server.clients import BOT, ME, Guest, Server


def test_health_and_metrics(server: Server, ann: Guest) -> None:
    assert ann.get("/health")["ok"]
    ann.create([ME, BOT])
    numbers = ann.http.get("/metrics").text
    assert 'hordes_lines_total{kind="start"}' in numbers
    assert "hordes_sockets_open 0" in numbers
