"""What the site has beside the folder docs: the README as its first page, and the project's other texts.

In the repository they link to each other by their places there; on the site each link is the page that they became.
Examples in docstrings become code.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

import griffe
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
TAKEN = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "bench/results.md": "results.md",
}
"""Texts outside docs, and the pages that they become."""
BACK = {page: text for text, page in TAKEN.items()}
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)")
PICTURE = re.compile(r"(!\[[^\]]*\]\(|src=\"|srcset=\")(?!https?:)([^)\"\s]+)")
EXAMPLE = re.compile(r"(^>>> .*?)(?=^\s*$|\Z)", re.MULTILINE | re.DOTALL)


def on_files(files: Files, config: Any) -> Files:
    """Take the texts in."""
    for text, page in TAKEN.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / text)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Let every link lead to a page of the site; what is none is left as its words."""
    here = page.file.src_uri
    home = posixpath.dirname(BACK.get(here, f"docs/{here}"))

    def place(target: str) -> str | None:
        there = posixpath.normpath(posixpath.join(home, target))
        if there not in TAKEN and not there.startswith("docs/"):
            return None
        site = TAKEN.get(there, there.removeprefix("docs/"))
        return posixpath.relpath(site, posixpath.dirname(here) or ".")

    def link(found: re.Match[str]) -> str:
        there = place(found[2])
        return found[1] if there is None else f"[{found[1]}]({there}{found[3] or ''})"

    return PICTURE.sub(lambda found: f"{found[1]}{place(found[2])}", LINK.sub(link, markdown))


class Examples(griffe.Extension):
    """Puts the examples of a docstring into fences."""

    def on_object(self, *, obj: griffe.Object, **_more: Any) -> None:
        """Of every object that has a docstring."""
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(r"```python\n\1\n```\n", obj.docstring.value)
