"""The site of the documentation has every text, and every link leads somewhere."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")


def test_every_page_of_the_documentation_is_in_the_navigation() -> None:
    named = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    assert {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")} <= named


def test_every_link_of_a_text_leads_to_a_file() -> None:
    texts = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    links = [(text, link) for text in texts for link in LINK.findall(text.read_text(encoding="utf-8"))]
    assert len(links) > 50
    assert [f"{text.name}: {link}" for text, link in links if not (text.parent / link).exists()] == []
