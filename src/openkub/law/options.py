"""What may be said about an option of the rules, and what may be wrong with it.

>>> Option("rounds", "Rounds of a match.", low=1, high=9).check(12)
Traceback (most recent call last):
openkub.law.options.RulesError: rounds: 12 is not between 1 and 9
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from openkub.notation.text import quoted


class RulesCode(StrEnum):
    """Everything that can be wrong with rules."""

    NO_OPTION = "no_option"
    NO_VALUE = "no_value"
    NONE_OF = "none_of"
    NO_WHOLE_NUMBER = "no_whole_number"
    OUT_OF_BOUNDS = "out_of_bounds"
    WRONG_SEATS = "wrong_seats"
    TOO_FEW_JOKERS = "too_few_jokers"
    NEEDS_BIG_BOX = "needs_big_box"
    LIMIT_WITHOUT_SECONDS = "limit_without_seconds"
    BANK_WITHOUT_SECONDS = "bank_without_seconds"
    WITHOUT_PENALTY = "without_penalty"
    NOT_IN_MANY = "not_in_many"


SENTENCES: Mapping[RulesCode, str] = MappingProxyType(
    {
        RulesCode.NO_OPTION: "no such option{nearest}",
        RulesCode.NO_VALUE: "write options as name=value",
        RulesCode.NONE_OF: "{text} is none of {choices}",
        RulesCode.NO_WHOLE_NUMBER: "{text} is no whole number",
        RulesCode.OUT_OF_BOUNDS: "{number} is not between {low} and {high}",
        RulesCode.WRONG_SEATS: "{text} at the table, but 2 to {most} can play",
        RulesCode.TOO_FEW_JOKERS: "{each} for each of {seats} players, but there are {there}",
        RulesCode.NEEDS_BIG_BOX: "{seats} players need all 160 tiles",
        RulesCode.LIMIT_WITHOUT_SECONDS: "a mandatory time limit needs its seconds",
        RulesCode.BANK_WITHOUT_SECONDS: "a bank of seconds goes with seconds for every turn",
        RulesCode.WITHOUT_PENALTY: "it goes with unopened_penalty",
        RulesCode.NOT_IN_MANY: "many rounds at once are played with {needed} alone, not with {text}",
    }
)
"""A sentence for every code; what stands in braces comes with the error."""


class RulesError(ValueError):
    """Rules that make no sense; `field` names the option at fault."""

    def __init__(self, name: str, code: RulesCode, **arguments: object) -> None:
        super().__init__(f"{name}: {SENTENCES[code].format(**arguments)}")
        self.field, self.code, self.arguments = name, code, arguments

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Pickled by what it was made of."""
        return _unpacked, (self.field, self.code, self.arguments)


def _unpacked(name: str, code: RulesCode, arguments: dict[str, object]) -> RulesError:
    return RulesError(name, code, **arguments)


@dataclass(frozen=True, slots=True)
class Option:
    """What may be said about one option: its name, one sentence for people, and the values it takes."""

    name: str
    sentence: str
    choices: tuple[object, ...] = ()
    low: int = 0
    high: int = 0
    may_be_none: bool = False

    def check(self, value: object) -> None:
        """Refuse a value that this option does not take."""
        if value is None and self.may_be_none:
            return
        if self.choices:
            if not any(value == choice and type(value) is type(choice) for choice in self.choices):
                raise RulesError(
                    self.name, RulesCode.NONE_OF, text=quoted(value), choices=", ".join(map(str, self.choices))
                )
        elif type(value) is not int:
            raise RulesError(self.name, RulesCode.NO_WHOLE_NUMBER, text=quoted(value))
        elif not self.low <= value <= self.high:
            raise RulesError(self.name, RulesCode.OUT_OF_BOUNDS, number=value, low=self.low, high=self.high)

    def parse(self, text: str) -> object:
        """The value that a text names; whether it makes sense is for `check` to say."""
        known = {str(choice).lower(): choice for choice in self.choices} | ({"none": None} if self.may_be_none else {})
        if text.lower() in known:
            return known[text.lower()]
        digits = text.removeprefix("-")
        return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text
