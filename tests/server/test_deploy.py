"""The files in `deploy`: hardened units, a daily backup, a proxy that redirects to https, a container without secrets.

By hand, where the programs are at hand: `systemd-analyze verify deploy/*.service deploy/*.timer` and `nginx -t`.
"""

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from hordes.server import worker_processes
from hordes.server.run import SHUTDOWN_SECONDS, free_port
from hordes.server.settings import SETTING_NAMES
from tests.server.clients import Server
from tools.project import ROOT

DEPLOY = ROOT / "deploy"
SERVICES = ["hordes.service", "hordes@.service", "hordes-backup.service"]
HARDENING = {
    "NoNewPrivileges": "true", "ProtectSystem": "strict", "ProtectHome": "true", "PrivateTmp": "true",
    "PrivateDevices": "true", "CapabilityBoundingSet": "", "RestrictSUIDSGID": "true", "RestrictNamespaces": "true",
    "ProtectKernelTunables": "true", "ProtectControlGroups": "true", "UMask": "0077", "StateDirectoryMode": "0700",
}  # fmt: skip


def unit(name: str) -> dict[str, list[str]]:
    """The directives of a unit; a key may come more than once."""
    values = defaultdict[str, list[str]](list)
    for line in (DEPLOY / name).read_text().splitlines():
        if line and not line.startswith(("#", "[")):
            key, sign, value = line.partition("=")
            assert sign, line
            values[key].append(value)
    return values


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_confined_to_its_own_folder(name: str) -> None:
    values = unit(name)
    assert {key: values[key] for key in HARDENING} == {key: [value] for key, value in HARDENING.items()}
    assert values["User"] == ["hordes"]


def test_the_server_units_differ_only_in_what_they_serve() -> None:
    one, several = unit("hordes.service"), unit("hordes@.service")
    own = {"Description", "After", "Environment", "EnvironmentFile"}
    assert {key: value for key, value in one.items() if key not in own} == {
        key: value for key, value in several.items() if key not in own
    }
    assert "HORDES_PORT=%i" in several["Environment"][0]


@pytest.mark.parametrize("name", SERVICES[:2])
def test_a_server_unit_trusts_its_proxy_and_has_time_to_stop(name: str) -> None:
    values = unit(name)
    flags = re.findall(r"--([a-z-]+)", values["ExecStart"][0])
    assert "proxies" in flags
    assert {flag.replace("-", "_") for flag in flags} <= set(SETTING_NAMES)
    variables = re.findall(r"HORDES_([A-Z_]+)=", values["Environment"][0])
    assert {variable.lower() for variable in variables} <= {*SETTING_NAMES, "home"}
    assert int(values["TimeoutStopSec"][0]) >= SHUTDOWN_SECONDS + 20
    assert int(values["TimeoutStopSec"][0]) >= worker_processes.END_SECONDS


def test_the_backup_has_a_timer() -> None:
    timer = unit("hordes-backup.timer")
    assert timer["OnCalendar"] == ["daily"]
    assert timer["WantedBy"] == ["timers.target"]
    assert "hordes backup" in unit("hordes-backup.service")["ExecStart"][0]


def test_the_proxy_redirects_to_https_and_keeps_it() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    assert text.count("{") == text.count("}")
    plain, secure = text.split("server {")[1:]
    assert "listen 80;" in plain
    assert "return 301 https://" in plain
    assert "listen 443 ssl;" in secure
    assert re.search(r"add_header Strict-Transport-Security \"max-age=\d{7,}\" always;", secure)
    assert "location = /metrics { deny all; }" in secure
    for block in re.findall(r"location [^{]*{([^}]*proxy_pass[^}]*)}", secure):
        assert "X-Forwarded-For $remote_addr" in block, "what the client claims is not passed on"
        assert "Host $host" in block


def test_the_health_check_of_the_container_asks_at_the_port_of_the_settings(tmp_path: Path) -> None:
    match = re.search(r"^HEALTHCHECK .*?CMD (\[.*\])$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    assert match is not None
    command = [sys.executable, *json.loads(match[1])[1:]]
    with Server(tmp_path) as server:
        for port, healthy in ((server.settings.port, True), (free_port(), False)):
            environment = os.environ | {"HORDES_PORT": str(port)}
            done = subprocess.run(command, env=environment, capture_output=True, timeout=60, check=False)
            assert (done.returncode == 0) is healthy, done.stderr


def test_neither_secrets_nor_databases_get_into_a_container() -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert {".git", "**/secret", "**/*.db", "**/server.toml", "*.env"} <= set(ignored)
