"""mkdocs hook (see mkdocs.yml) for links that lead out of docs/, and for dead links.

In the repository such a link leads to the file itself, on the site to a copy of it as text. A link to a missing file is
left alone, and mkdocs fails on it. What mkdocs does not check, such as links to excluded pages and links in HTML, is
checked when the site is built: every link in it is followed.
"""

from __future__ import annotations

import posixpath
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\((\.\./[^)#\s]+)\)")
FOLDER = "source"


def path_outside_docs(page: str, link: str) -> str:
    """Repository path of a link that leads out of docs/; empty if there is no such file.

    >>> links = ("host.md", "../deploy/nginx.conf"), ("rules/covil.md", "../bots.md"), ("host.md", "../no")
    >>> [path_outside_docs(page, link) for page, link in links]
    ['deploy/nginx.conf', '', '']
    """
    path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page), link))
    return path if not path.startswith(("docs/", "../")) and (ROOT / path).is_file() else ""


def linked_files(docs: Path) -> list[str]:
    """All files outside docs/ that its pages link to."""
    paths: set[str] = set()
    for page in docs.rglob("*.md"):
        name = page.relative_to(docs).as_posix()
        paths |= {path_outside_docs(name, link) for link in LINK.findall(page.read_text(encoding="utf-8"))}
    return sorted(paths - {""})


def on_files(files: Any, config: Any) -> Any:
    """Add the copies to the site. Called by mkdocs."""
    from mkdocs.structure.files import File

    for path in linked_files(Path(config["docs_dir"])):
        text = (ROOT / path).read_text(encoding="utf-8")
        files.append(File.generated(config, f"{FOLDER}/{path}.txt", content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Let links lead to the copies. Called by mkdocs."""
    name = page.file.src_uri
    home = posixpath.relpath(FOLDER, posixpath.dirname(name) or ".")

    def replacement(match: re.Match[str]) -> str:
        path = path_outside_docs(name, match[1])
        return f"]({home}/{path}.txt)" if path else match[0]

    return LINK.sub(replacement, markdown)


def on_post_build(config: Any) -> None:
    """Fail where a link of the site leads nowhere. Called by mkdocs."""
    from mkdocs.exceptions import PluginError

    dead = dead_links(Path(config["site_dir"]))
    if dead:
        raise PluginError("Dead links on the site: " + "; ".join(dead))


class Links(HTMLParser):
    """The links of a page, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.places: set[str] = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag with its attributes."""
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.targets.append(value)
            elif name in ("id", "name") and value:
                self.places.add(value)


def dead_links(site: Path) -> list[str]:
    """Every link within a built site to a missing file or anchor."""
    pages = {page: Links(page.read_text(encoding="utf-8")) for page in sorted(site.rglob("*.html"))}
    dead: list[str] = []
    for page, links in pages.items():
        if page.name == "404.html":  # shown at any address, so its links are absolute
            continue
        for link in dict.fromkeys(links.targets):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page.resolve()
            places = next((links.places for other, links in pages.items() if other.resolve() == target), None)
            known = places is None or unquote(parts.fragment) in places
            if not (target.exists() and target.is_relative_to(site.resolve()) and known):
                dead.append(f"{page.relative_to(site).as_posix()}: {link}")
    return dead
