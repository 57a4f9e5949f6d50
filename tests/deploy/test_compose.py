"""deploy/compose.yaml, read as YAML and compared with what the image and the settings say."""

import re
from typing import Any

import yaml

from clubscore import __version__
from clubscore.configuration.environment import database_of
from clubscore.configuration.names import BY_NAME
from tests.source_code import ROOT

TEXT = (ROOT / "deploy" / "compose.yaml").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load(TEXT)
CLUB, DATABASE = COMPOSE["services"]["club"], COMPOSE["services"]["database"]


def test_sqlite_is_what_it_does_without_being_asked() -> None:
    assert "profiles" not in CLUB
    assert DATABASE["profiles"] == ["postgresql"]
    assert CLUB["depends_on"]["database"] == {
        "condition": "service_healthy",
        "required": False,
    }


def test_what_is_kept_lies_in_volumes() -> None:
    assert set(COMPOSE["volumes"]) == {"data", "database"}
    assert CLUB["volumes"] == ["data:/data"]
    assert DATABASE["volumes"] == ["database:/var/lib/postgresql/data"]


def test_the_club_is_built_from_the_dockerfile_and_named_by_its_version() -> None:
    assert (
        ROOT / "deploy" / CLUB["build"]["context"] / CLUB["build"]["dockerfile"]
    ).exists()
    assert CLUB["image"] == f"clubscore:{__version__}"


def test_it_writes_nowhere_else_and_has_no_rights_to_gain() -> None:
    assert (CLUB["read_only"], CLUB["cap_drop"], CLUB["tmpfs"]) == (
        True,
        ["ALL"],
        ["/tmp"],
    )
    assert CLUB["security_opt"] == ["no-new-privileges:true"]
    assert {service["restart"] for service in COMPOSE["services"].values()} == {
        "unless-stopped"
    }


def test_its_settings_are_settings_and_no_secret_stands_in_it() -> None:
    assert set(CLUB["environment"]) <= set(BY_NAME)
    assert DATABASE["environment"]["POSTGRES_PASSWORD"] == "${POSTGRES_PASSWORD:-}"


def test_the_address_of_the_database_in_its_head_is_one() -> None:
    (url,) = re.findall(r"DATABASE_URL=(\S+)", TEXT)
    found = database_of(url.replace("${POSTGRES_PASSWORD}", "secret"), test_file=ROOT)
    assert (found["HOST"], found["NAME"], found["USER"]) == ("database", "club", "club")
    assert (
        DATABASE["environment"]["POSTGRES_DB"]
        == DATABASE["environment"]["POSTGRES_USER"]
        == "club"
    )
