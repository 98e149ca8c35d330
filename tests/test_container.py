"""The Containerfile and the compose file: what a lint would say, and that they speak of things that exist."""

import re
from pathlib import Path

import typer
import yaml

from openkub.cli.app import app

ROOT = Path(__file__).parents[1]
TEXT = re.sub(r"^#.*\n", "", (ROOT / "Containerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
LINES = [line.partition(" ")[::2] for line in TEXT.replace("\\\n", " ").splitlines() if line]
EXAMPLES = ROOT / "docs" / "examples"
SERVICES = yaml.safe_load((EXAMPLES / "compose.yaml").read_text(encoding="utf-8"))


def said(word: str) -> list[str]:
    return [rest for first, rest in LINES if first == word]


def test_images_are_of_a_version_and_the_last_stage_has_no_compiler() -> None:
    assert all(re.fullmatch(r"[\w./-]+:\d+\.\d+[\w.-]*( AS \w+)?", image) for image in said("FROM"))
    last = TEXT.rpartition("\nFROM ")[2]
    assert "gcc" not in last
    assert "apt-get" not in last


def test_packages_are_installed_as_a_lint_wants_it() -> None:
    for line in said("RUN"):
        if "apt-get install" in line:
            assert "--no-install-recommends" in line
            assert "rm -rf /var/lib/apt/lists/*" in line
        assert line.count("pip ") == line.count("--no-cache-dir")


def test_it_runs_as_nobody_in_particular_says_how_it_is_and_keeps_its_games() -> None:
    assert said("USER") == ["10001"]
    assert "useradd --system --uid 10001" in TEXT
    assert said("HEALTHCHECK")
    assert said("VOLUME") == ["/data"]
    assert said("ENTRYPOINT") + said("CMD") == ['["openkub"]', '["serve"]']


def test_what_is_said_in_the_environment_is_an_option_of_the_server() -> None:
    known = {option.envvar for option in typer.main.get_command(app).commands["serve"].params}
    told = set(re.findall(r"(OPENKUB_\w+)=", " ".join(said("ENV"))))
    told |= set(SERVICES["services"]["openkub"]["environment"]) - {"PGPASSWORD"}
    assert told <= known


def test_the_services_know_each_other_and_what_they_are_made_of() -> None:
    services, volumes = SERVICES["services"], SERVICES["volumes"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        assert "build" in service or re.search(r":\d+$", service["image"])
        assert service["restart"] == "unless-stopped"
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in volumes or (EXAMPLES / source).exists()
    build = services["openkub"]["build"]
    assert (EXAMPLES / build["context"] / build["dockerfile"]).resolve() == ROOT / "Containerfile"


def test_no_password_is_in_the_files_and_only_caddy_is_seen_from_outside() -> None:
    text = (EXAMPLES / "compose.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"PASSWORD: (.*)", text)) == {"${POSTGRES_PASSWORD:?a password that you choose}"}
    assert [name for name, service in SERVICES["services"].items() if "ports" in service] == ["caddy"]
