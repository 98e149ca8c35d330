"""Where the package says that its project is found: as true as the place in which it is built."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from packaging.metadata import Metadata

import openkub

ROOT = Path(__file__).parents[1]
PARTS = ("pyproject.toml", "hatch_build.py", "hatch_urls.py", "README.md", "LICENSE", "src/openkub/__init__.py")
"""What builds a package of next to nothing: no kernel, no page."""
HOME = "https://example.org/team/openkub"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with little in it, in a folder that is somebody else's clone."""
    folder = tmp_path / "clone" / "openkub"
    for part in PARTS:
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / part, folder / part)
    clone(folder.parent, "https://example.org/somebody/else.git")
    return folder


def clone(folder: Path, remote: str) -> None:
    """Make this folder a clone of what is there."""
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    subprocess.run(["git", "-C", folder, "remote", "add", "origin", remote], check=True)


def run(folder: Path, *command: object, home: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command in this folder; `home` is what the environment says."""
    plain = {name: value for name, value in os.environ.items() if name != "OPENKUB_HOME_URL"}
    told = {"OPENKUB_NO_PAGE": "1"} | ({} if home is None else {"OPENKUB_HOME_URL": home})
    words = list(map(str, command))
    return subprocess.run(words, cwd=folder, env=plain | told, capture_output=True, text=True, check=False)


def hatchling(folder: Path, *arguments: object, home: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run the builder there."""
    return run(folder, sys.executable, "-m", "hatchling", *arguments, home=home)


def urls(folder: Path, home: str | None = None) -> dict[str, str]:
    """What the package would name."""
    done = hatchling(folder, "metadata", "urls", home=home)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_a_checkout_that_comes_from_nowhere_names_nothing(checkout: Path) -> None:
    assert urls(checkout) == {}
    assert urls(checkout, home="") == {}


@pytest.mark.parametrize(
    "remote",
    [
        "https://example.org/team/openkub",
        "https://example.org/team/openkub.git",
        "https://somebody:secret@example.org/team/openkub.git",
        "https://secret@example.org/team/openkub/",
        "git@example.org:team/openkub.git",
        "ssh://git@example.org/team/openkub.git",
        "ssh://git@example.org:2222/team/openkub",
        "ssh://git@ssh.example.org:443/team/openkub.git",
    ],
)
def test_a_clone_names_the_page_of_its_origin_and_nobody_who_logs_in_there(checkout: Path, remote: str) -> None:
    clone(checkout, remote)
    assert urls(checkout) == {"Homepage": HOME, "Source": HOME}


@pytest.mark.parametrize(
    "remote",
    [
        "/srv/git/openkub.git",
        "../openkub",
        "C:/git/openkub",
        "file:///srv/git/openkub.git",
        "somebody@example.org:openkub.git",
        "somebody@example.org:/srv/git/openkub.git",
        "git@machine:team/openkub.git",
        "https://machine.local/team/openkub.git",
        "http://localhost:3000/team/openkub",
        "http://192.0.2.1/team/openkub",
        "https://example.org/team/openkub?token=secret",
    ],
)
def test_a_clone_of_what_others_cannot_go_to_names_nothing(checkout: Path, remote: str) -> None:
    clone(checkout, remote)
    assert urls(checkout) == {}


def test_what_the_environment_says_goes_before_the_origin(checkout: Path) -> None:
    clone(checkout, "https://example.com/fork/openkub.git")
    assert urls(checkout, home=HOME + "/") == {"Homepage": HOME, "Source": HOME}
    assert urls(checkout, home="https://openkub.example.org")["Homepage"] == "https://openkub.example.org"


@pytest.mark.parametrize(
    ("forge", "documentation", "issues", "changelog"),
    [
        ("github", "tree/HEAD/docs", "issues", "blob/HEAD/CHANGELOG.md"),
        ("gitlab", "-/tree/HEAD/docs", "-/issues", "-/blob/HEAD/CHANGELOG.md"),
        ("codeberg", "src/branch/main/docs", "issues", "src/branch/main/CHANGELOG.md"),
    ],
)
def test_a_forge_that_is_known_has_its_own_pages(
    checkout: Path, forge: str, documentation: str, issues: str, changelog: str
) -> None:
    home = f"https://{forge}.example.org/team/openkub"
    assert urls(checkout, home=home) == {
        "Homepage": home,
        "Source": home,
        "Documentation": f"{home}/{documentation}",
        "Issues": f"{home}/{issues}",
        "Changelog": f"{home}/{changelog}",
    }
    assert set(urls(checkout, home=f"https://team.{forge}.example.org/a/b")) == {"Homepage", "Source"}


@pytest.mark.parametrize(
    "bad",
    [
        "openkub",
        "ftp://example.org/openkub",
        "me:secret@example.org/x",
        "https://me/x",
        "https://example.org/x?token=secret",
    ],
)
def test_an_address_that_is_none_stops_the_build_which_says_what_and_where(checkout: Path, bad: str) -> None:
    done = hatchling(checkout, "metadata", "urls", home=bad)
    assert done.returncode != 0
    said = done.stderr.splitlines()[-1]
    assert said.startswith("ValueError: OPENKUB_HOME_URL: ")
    assert "is no address of a project, such as https://example.org/team/openkub" in said
    assert "secret" not in said


@pytest.mark.parametrize(("first", "later"), [(HOME, None), (HOME, "https://example.com/b/c"), (None, HOME)])
def test_a_wheel_names_what_the_source_distribution_names_of_which_it_is_built(
    checkout: Path, tmp_path: Path, first: str | None, later: str | None
) -> None:
    done = hatchling(checkout, "build", "--target", "sdist", "--directory", tmp_path, home=first)
    assert done.returncode == 0, done.stderr
    (tmp_path / "unpacked").mkdir()
    subprocess.run(["tar", "-xf", next(tmp_path.glob("*.tar.gz")), "-C", tmp_path / "unpacked"], check=True)
    unpacked = next((tmp_path / "unpacked").iterdir())
    done = hatchling(unpacked, "build", "--target", "wheel", "--directory", tmp_path, home=later)
    assert done.returncode == 0, done.stderr
    wheel = zipfile.ZipFile(next(tmp_path.glob("*.whl")))
    told = wheel.read(next(name for name in wheel.namelist() if name.endswith("/METADATA")))
    named, kept = (Metadata.from_email(text, validate=True) for text in ((unpacked / "PKG-INFO").read_bytes(), told))
    assert named.dynamic is kept.dynamic is None
    assert named.project_urls == kept.project_urls
    assert (named.project_urls or {}) == ({"Homepage": first, "Source": first} if first else {})


def test_a_release_that_names_no_address_is_refused_and_a_dry_run_warns(checkout: Path) -> None:
    (checkout / "scripts").mkdir()
    shutil.copy(ROOT / "scripts/release", checkout / "scripts")
    (checkout / ".venv").symlink_to(sys.prefix)
    module = checkout / "src/openkub/__init__.py"
    module.write_text(module.read_text(encoding="utf-8").replace(openkub.__version__, "9.9.9"), encoding="utf-8")
    (checkout / "CHANGELOG.md").write_text("## [9.9.9] – 2099-12-31\n", encoding="utf-8")
    (checkout / ".gitignore").write_text("*", encoding="utf-8")  # nothing is uncommitted
    subprocess.run(["git", "init", "--quiet", checkout], check=True)
    wanted = (
        "the package names no address of its project: set OPENKUB_HOME_URL, such as https://example.org/team/openkub"
    )
    for arguments, said in (([], "release: "), (["--dry-run"], "warning: ")):
        done = run(checkout, "scripts/release", *arguments)
        assert done.stderr.splitlines()[0] == said + wanted
        assert done.returncode == 1  # there is no page in it
