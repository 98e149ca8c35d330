"""axe-core and two rules of the HTML standard, checked inside a page of the browser."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async rules => {
  const asked = rules && { type: "rule", values: rules };
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...(asked && { runOnly: asked }) });
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html, failureSummary }) =>
    `${id}: ${help}\\n  ${html.slice(0, 160)}\\n  ${failureSummary}`));
}"""

INVALID = """() => {
  const inside = ":is(span, p, button, label, strong, em, output, h1, h2, h3, h4)";
  const block = ":is(div, p, ul, ol, dl, table, form, section, article, header, footer, figure, h1, h2, h3, h4)";
  const found = [...document.querySelectorAll(`${inside} ${block}`)].map(element => ["nesting", element.parentElement]);
  found.push(...[...document.querySelectorAll("input:not([type])")].map(element => ["input without type", element]));
  return found.map(([fault, element]) => `${fault}: ${element.outerHTML.slice(0, 160)}`);
}"""
"""Finds blocks inside phrases, which the HTML standard forbids, and inputs without a type."""


@lru_cache
def _source() -> str:
    return AXE.read_text()


def barriers(page: Page, *, night: bool = True) -> Any:
    """Return the barriers of the page as it is now: all by day, and the contrast by night."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_source())
    found = page.evaluate(INVALID) + _run(page, "light", None)
    if night:
        found += _run(page, "dark", ["color-contrast"])
        page.emulate_media(color_scheme="light")
    return found


def _run(page: Page, scheme: Any, rules: Any) -> Any:
    page.emulate_media(color_scheme=scheme)
    page.wait_for_function("() => document.getAnimations().every(animation => animation.playState !== 'running')")
    return page.evaluate(RUN, rules)
