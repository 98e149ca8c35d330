"""Paint the icons of the installed page from their drawings: needs Playwright, Pillow and a Chromium, run by hand."""

from __future__ import annotations

import argparse
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import sync_playwright

WEB = Path(__file__).parent.parent
PUBLIC = WEB / "public"
ICONS = {
    "icon-180.png": ("art/icon-maskable.svg", 180),
    "icon-192.png": ("public/icon.svg", 192),
    "icon-512.png": ("public/icon.svg", 512),
    "icon-maskable-512.png": ("art/icon-maskable.svg", 512),
}


def paint(chromium: str) -> None:
    """Write every icon beside its drawing."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, (drawing, size) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            svg = (WEB / drawing).read_text()
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{svg}")
            painted = Image.open(BytesIO(page.screenshot(omit_background=True)))
            small(painted).save(PUBLIC / name, optimize=True)
        browser.close()


def small(painted: Image.Image) -> Image.Image:
    """The same to the eye in half of the bytes: the most frequent colours, and for each other one the nearest."""
    shades = np.asarray(painted.convert("RGBA")).astype(np.int32)
    shades = np.where((shades == 0) | (shades == 255), shades, shades & 0xFC | 2)
    colours, places, counts = np.unique(shades.reshape(-1, 4), axis=0, return_inverse=True, return_counts=True)
    palette = colours[np.argsort(-counts, kind="stable")[:256]]
    nearest = ((colours[:, None] - palette) ** 2).sum(axis=2).argmin(axis=1)
    indexed = Image.fromarray(nearest[places].reshape(shades.shape[:2]).astype(np.uint8))
    indexed.putpalette(palette.astype(np.uint8).tobytes(), "RGBA")
    return indexed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    paint(parser.parse_args().chromium)
