"""Metadata hook: the package names the address of its project where that is known, and none where it is not.

The address is what OPENKUB_HOME_URL says or, in a clone, that of its remote `origin`, if it is a page that others can
go to: what is a path, or a machine of one's own network, is left out, and so is whoever logs in there. Where lists,
files and folders are shown follows from which forge it is, which its host's name tells; elsewhere nothing is guessed.

A source distribution has been told its address when it was made, or none: a wheel that is built of it says the same.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

VARIABLE = "OPENKUB_HOME_URL"
HOST = r"(?:[a-z0-9-]+\.)+(?!(?:arpa|corp|home|internal|intranet|invalid|lan|local|localhost|test)\b)[a-z]{2,}"
PATH = r"~?\w[\w.+-]*(?:/~?\w[\w.+-]*)*"
WEB = re.compile(rf"(?ai)(https?://)(?:[^/@]*@)?({HOST}(?::\d+)?(?:/{PATH})?)/?")
SSH = re.compile(rf"(?ai)(?:ssh://(?:[^/@]*@)?(?:(?:alt)?ssh\.)?({HOST})(?::\d+)?/|[^/@:]+@({HOST}):)({PATH}/{PATH})/?")
FORGES = {"github": "{}/HEAD", "gitlab": "-/{}/HEAD", "codeberg": "src/branch/main", "forgejo": "src/branch/main"}
"""By the forge how a file (`blob`) or a folder (`tree`) of the project is shown."""


class MetadataHook(MetadataHookInterface):
    """Fills in `urls`, which is dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Name the address, and what lies below it; what a source distribution names never comes here."""
        home = None if Path(self.root, "PKG-INFO").exists() else told() or page(origin(self.root))
        metadata["urls"] = urls(home) if home else {}


def told() -> str | None:
    """What the environment says, which must be an address."""
    text = os.environ.get(VARIABLE, "")
    if text and not page(text):
        # It is not shown: who knows what is in it.
        raise ValueError(f"{VARIABLE}: this is no address of a project, such as https://example.org/team/openkub")
    return page(text)


def origin(root: str) -> str:
    """Where this clone says that it comes from; nothing if it is none, whatever it lies in."""
    if not Path(root, ".git").exists():
        return ""
    ask = ["git", "-C", root, "config", "--get", "remote.origin.url"]
    try:
        return subprocess.run(ask, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:  # there is no git
        return ""


def page(address: str) -> str | None:
    """The page of what git or a person names so, without user and `.git`; None if it is nowhere that others can go."""
    if web := WEB.fullmatch(address):
        return (web[1] + web[2]).removesuffix(".git")
    if ssh := SSH.fullmatch(address):
        return f"https://{ssh[1] or ssh[2]}/{ssh[3]}".removesuffix(".git")
    return None


def urls(home: str) -> dict[str, str]:
    """What can be said of a project that is found there."""
    found = {"Homepage": home, "Source": home}
    for forge, shown in FORGES.items():
        if re.match(rf"(?i)https?://{forge}\.[^/]+/[^/]+/.", home):  # a project there, not a page or a person
            found["Documentation"] = f"{home}/{shown.format('tree')}/docs"
            found["Issues"] = f"{home}/{'-/' * (forge == 'gitlab')}issues"
            found["Changelog"] = f"{home}/{shown.format('blob')}/CHANGELOG.md"
    return found
