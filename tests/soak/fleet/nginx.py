"""Run nginx with the configuration of deploy/, on a port and in a folder of its own, in the foreground."""

import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Self

from tests.server_process import PATIENCE

ROOT = Path(__file__).resolve().parents[3]
DEPLOYED = ROOT / "deploy" / "nginx.conf"
FIND = ROOT / ".ci" / "find_nginx.sh"
# What only differs because this one serves a test: no rights, no files outside of its folder, and a log to count in.
HTTP = """http {
    log_format which "$request_method $uri $status $upstream_addr";
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
"""  # noqa: E501
CERTIFY = [
    *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"),
    *("-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem"),
    *("-out", "certificate.pem"),
]  # fmt: skip


class Logged(NamedTuple):
    method: str
    path: str
    status: int
    process: str
    """The address of the process that nginx asked; all the addresses if it asked several."""


class Nginx:
    """A context manager that runs nginx in front of processes on these ports.

    `send_to` changes the ports while it runs.
    """

    def __init__(self, folder: Path, ports: Iterable[int]) -> None:
        self.folder = folder
        self.port = _free_port()
        self._port_of_http = _free_port()
        self._ports = list(ports)

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    @cached_property
    def trust(self) -> ssl.SSLContext:
        """An SSL context that trusts nginx's own certificate."""
        return ssl.create_default_context(cafile=self.folder / "certificate.pem")

    def __enter__(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(CERTIFY, cwd=self.folder, check=True, capture_output=True)
        self._binary = subprocess.run(
            [FIND], check=True, stdout=subprocess.PIPE, text=True
        ).stdout.strip()
        self._write()
        self._nginx("-t")
        self._process = subprocess.Popen([*self._command, "-g", "daemon off;"])
        give_up = time.monotonic() + PATIENCE
        while not self._listens():
            if self._process.poll() is not None or time.monotonic() > give_up:
                raise RuntimeError(f"nginx did not start: {self.errors()}")
            time.sleep(0.02)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)

    def send_to(self, ports: Iterable[int]) -> None:
        """Send new requests to these ports from now on; requests on their way are finished by the old processes."""
        self._ports = list(ports)
        self._write()
        self._nginx("-t")
        self._nginx("-s", "reload")

    def log(self) -> list["Logged"]:
        """Every request that nginx has logged so far."""
        lines = (
            line.split(" ", 3)
            for line in (self.folder / "access.log").read_text().splitlines()
        )
        return [
            Logged(method, path, int(status), process)
            for method, path, status, process in lines
        ]

    def errors(self) -> str:
        return (self.folder / "error.log").read_text()

    @property
    def _command(self) -> list[str]:
        return [
            self._binary,
            "-p",
            f"{self.folder}/",
            "-c",
            "nginx.conf",
            "-e",
            "error.log",
        ]

    def _nginx(self, *arguments: str) -> None:
        done = subprocess.run(
            [*self._command, *arguments], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def _write(self) -> None:
        (self.folder / "nginx.conf").write_text(self._configuration())

    def _configuration(self) -> str:
        servers = "".join(f"        server 127.0.0.1:{port};\n" for port in self._ports)
        text = DEPLOYED.read_text()
        for pattern, here in {
            r"^user .*\n": "user root;\n" if _is_root() else "",
            r"/run/nginx\.pid": "nginx.pid",
            r"/var/log/nginx/error\.log": "error.log",
            r"^worker_rlimit_nofile .*\n": "",
            r"^http \{\n": HTTP,
            r"(^ +server 127\.0\.0\.1:\d+;  # yours\n)+": servers,
            r"/var/cache/nginx/clubscore": "cache",
            r"access_log off": "access_log access.log which",
            r"listen 80;": f"listen 127.0.0.1:{self._port_of_http};",
            r"^ +listen \[::\]:80;\n": "",
            r"listen 443 ssl": f"listen 127.0.0.1:{self.port} ssl",
            r"^ +listen \[::\]:443 .*\n": "",
            r"server_name club\.example;": "server_name 127.0.0.1;",
            r"/etc/letsencrypt/live/club\.example/fullchain\.pem": "certificate.pem",
            r"/etc/letsencrypt/live/club\.example/privkey\.pem": "key.pem",
        }.items():
            text, changed = re.subn(pattern, here, text, flags=re.MULTILINE)
            assert changed == 1, (
                f"{changed} lines of deploy/nginx.conf are like {pattern}"
            )
        return text


def _is_root() -> bool:
    return Path("/proc/self").stat().st_uid == 0


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
