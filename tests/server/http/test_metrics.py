"""Health check and metrics."""

from prometheus_client.parser import text_string_to_metric_families

from tests.server.clients import BOT, ME, Guest, Server

LABELLED = ["requests", "lines", "notices", "refused", "dropped"]
SERIES = [
    *[f"{name}_total" for name in LABELLED], "tables_total", "failures_total", "unreadable_tables_total",
    "heartbeats_failed_total", "thoughts_dropped_total", "tables_open", "sockets_open", "bots_waiting", "bot_failures",
    "commits", *[f"{name}_seconds_{part}" for name in ("act", "commit", "lag") for part in ("bucket", "sum", "count")],
]  # fmt: skip


def test_health_and_metrics(server: Server, ann: Guest) -> None:
    assert ann.get("/health")["ok"]
    ann.create([ME, BOT])
    numbers = ann.http.get("/metrics").text
    assert 'hordes_lines_total{kind="start"} 1' in numbers
    assert "hordes_sockets_open 0" in numbers


def test_the_series_keep_their_names(server: Server, ann: Guest) -> None:
    """Dashboards and alerts of hosts are written for them."""
    samples = [metric.samples for metric in text_string_to_metric_families(ann.http.get("/metrics").text)]
    names = {sample.name for family in samples for sample in family}
    assert {f"hordes_{name}" for name in SERIES} <= names | {f"hordes_{name}_total" for name in LABELLED}
    assert not [name for name in names if name.endswith("_created")]


def test_the_format_is_that_which_prometheus_asks_for(server: Server, ann: Guest) -> None:
    plain = ann.http.get("/metrics")
    assert plain.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    accept = "application/openmetrics-text; version=1.0.0"
    newer = ann.http.get("/metrics", headers={"accept": accept})
    assert newer.headers["content-type"].startswith(accept)
    assert newer.text.endswith("# EOF\n")
