"""axe-core, run inside a page of the browser."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html, failureSummary }) =>
    `${id}: ${help}\\n  ${html.slice(0, 160)}\\n  ${failureSummary}`));
}"""


@lru_cache
def _source() -> str:
    return AXE.read_text()


def barriers(page: Page) -> Any:
    """What keeps somebody from using this page as it is now."""
    page.wait_for_function("() => document.getAnimations().every(animation => animation.playState !== 'running')")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_source())
    return page.evaluate(RUN)
