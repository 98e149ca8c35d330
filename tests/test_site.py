"""The site of the documentation has every text, and every link leads somewhere."""

import ast
import importlib
import re
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIBRARY = {"analysis", "arena", "bots", "conformance", "env", "messages", "solver", "svg"}
"""The rooms that say what is public in them, but for the command line."""
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")


def test_every_page_of_the_documentation_is_in_the_navigation() -> None:
    named = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    assert {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")} <= named


def test_every_link_of_a_text_leads_to_a_file() -> None:
    texts = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    links = [(text, link) for text in texts for link in LINK.findall(text.read_text(encoding="utf-8"))]
    assert len(links) > 50
    assert [f"{text.name}: {link}" for text, link in links if not (text.parent / link).exists()] == []


def is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # what stands before the last dot is a class, or a module without others in it
        return False


def shown(name: str) -> Iterator[tuple[str, object]]:
    """What the reference has for a directive: that one thing, what a package exports, or what a module defines."""
    home, _, last = name.rpartition(".")
    if not is_module(name):
        yield last, getattr(importlib.import_module(home), last)
        return
    module = importlib.import_module(name)
    exported = getattr(module, "__all__", ())
    for member, value in vars(module).items():
        # A module hides what has its name, which then needs a directive of its own.
        if (member in exported and not is_module(f"{name}.{member}")) or getattr(value, "__module__", None) == name:
            yield member, value


def explained() -> Iterator[str]:
    """The constants that say what they are; the reference leaves others out."""
    for path in (ROOT / "src").rglob("*.py"):
        for node, after in pairwise(ast.parse(path.read_text(encoding="utf-8")).body):
            if isinstance(after, ast.Expr) and isinstance(node, ast.Assign | ast.AnnAssign):
                yield ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)


def test_the_reference_has_every_public_name() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "docs/api").glob("*.md")]
    directives = re.findall(r"^::: (\S+)$", "\n".join(texts), re.MULTILINE)
    there = {(last, id(one)) for directive in directives for last, one in shown(directive)}
    packages = [importlib.import_module(name) for name in ("openkub", *(f"openkub.{room}" for room in LIBRARY))]
    public = [(package, name) for package in packages for name in package.__all__]
    assert [f"{one.__name__}.{name}" for one, name in public if (name, id(getattr(one, name))) not in there] == []
    assert {name for _, name in public if name.isupper()} - set(explained()) == set()


def test_every_room_that_says_what_is_public_is_in_the_library() -> None:
    rooms = {path.parent for path in (ROOT / "src/openkub").glob("*/__init__.py")}
    telling = {room.name for room in rooms if "__all__" in (room / "__init__.py").read_text(encoding="utf-8")}
    assert telling - {"cli"} == LIBRARY
