"""The rules of a table: every point on which the five leaflets differ is a field, every leaflet a preset.

`tournament` is from no leaflet: these are the rules of the Mind Sports Olympiad (texts of 2019 and 2025).

>>> house = replace(EDITIONS["default"], joker_penalty=25)
>>> str(house)
'default joker_penalty=25'
>>> Rules.parse("jumbo_de time_limit_s=90 time_limit_mode=mandatory").joker_set_split
'forbidden'
>>> Rules(timeout_penalty=-1)
Traceback (most recent call last):
openkub.law.options.RulesError: timeout_penalty: -1 is not between 0 and 20
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, Literal, get_args

from openkub.law.options import Option, RulesCode, RulesError
from openkub.notation.errors import NotationCode, NotationError
from openkub.notation.text import checked_text, nearest, quoted, words
from openkub.pieces.kits import Kit
from openkub.pieces.melds import JokerValue


def _choice(default: Any, kind: object, sentence: str) -> Any:
    return field(default=default, metadata={"sentence": sentence, "choices": get_args(kind)})


def _switch(*, default: bool, sentence: str) -> Any:
    return field(default=default, metadata={"sentence": sentence, "choices": (True, False)})


def _number(default: int | None, low: int, high: int, sentence: str, *, may_be_none: bool = False) -> Any:
    data = {"sentence": sentence, "low": low, "high": high, "may_be_none": may_be_none}
    return field(default=default, metadata=data)


TileSet = Literal[106, 108, 160]
StartJoker = Literal["ignored", "redraw"]
OpeningSets = Literal["one_or_more", "one"]
Allowed = Literal["allowed", "forbidden"]
JokerSource = Literal["rack", "rack_or_table", "any"]
JokerReuse = Literal["same_turn_anywhere", "new_set", "new_set_with_rack_tiles", "new_set_with_two_rack_tiles"]
TimeLimitMode = Literal["none", "optional", "mandatory"]
TimeoutRule = Literal["restore_all", "loose_to_rack", "loose_to_rack_literal"]
PoolEmptyRule = Literal["play_on", "immediate_lowest"]
EmptyPoolPass = Literal["only_if_unable", "free"]
PoolEmptyPlus = Literal["sum_of_others", "difference"]
NextStarter = Literal["draw", "winner", "rotation"]
MatchWinner = Literal["total", "rounds_won"]
Referee = Literal[2, 3]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One way to play. Made with nonsense in it, it raises `RulesError` with the option's name."""

    tile_set: TileSet = _choice(
        106, TileSet, "Tiles for up to four players: the official 106, 108 with four jokers, or all 160 of the big box."
    )
    most_players: int = _number(
        6, 2, 6, "How many may sit at the table; five and six always play with all 160 tiles of the big box."
    )
    deal_size: int = _number(14, 3, 20, "Tiles that everybody is dealt.")
    deal_jokers: int = _number(0, 0, 2, "Jokers that everybody is given first, as part of the tiles dealt.")
    redeal_doubles: int | None = _number(
        None,
        1,
        7,
        "Pairs of equal tiles with which a player may once ask for a new deal; none: never.",
        may_be_none=True,
    )
    start_joker: StartJoker = _choice(
        "redraw", StartJoker, "A joker drawn for the start counts for nothing, or is drawn again."
    )
    opening_min_points: int = _number(30, 1, 100, "Points from the own rack that open the table to a player.")
    opening_sets: OpeningSets = _choice(
        "one_or_more", OpeningSets, "Whether several sets together, or one set alone, must reach these points."
    )
    opening_joker_value: JokerValue = _choice(
        "face", JokerValue, "What a joker counts in the opening: the tile it stands for, or nothing."
    )
    opening_joker: Allowed = _choice(
        "allowed", Allowed, "Whether a player may lay jokers from the rack in the turn of the opening."
    )
    opening_turn_manipulation: Allowed = _choice(
        "allowed", Allowed, "Whether a player who opens may go on to rearrange the table in the same turn."
    )
    voluntary_draw: bool = _switch(
        default=True, sentence="Whether a player may draw although able to play; otherwise who can play must."
    )
    play_after_draw: bool = _switch(
        default=False, sentence="Whether a player who has drawn may play in the same turn; otherwise the draw ends it."
    )
    draw_size: int = _number(1, 1, 5, "Tiles that a player draws who lays nothing.")
    joker_replacement_source: JokerSource = _choice(
        "any",
        JokerSource,
        "Where the tile that replaces a joker comes from; it matters where sets with a joker cannot be split.",
    )
    joker_set_split: Allowed = _choice(
        "allowed", Allowed, "Whether a set with a joker may be split and reduced like any other, or only added to."
    )
    joker_reuse: JokerReuse = _choice(
        "same_turn_anywhere",
        JokerReuse,
        "Where a freed joker goes: anywhere, or into a new set, which may need one or two other tiles from the rack.",
    )
    joker_penalty: int = _number(30, 0, 100, "Points that a joker left on the rack costs.")
    unopened_penalty: int | None = _number(
        None,
        0,
        1000,
        "What a player who has not opened when the round ends pays instead of the rack; none: the rack.",
        may_be_none=True,
    )
    unopened_able_penalty: int | None = _number(
        None,
        0,
        1000,
        "The same for a player who could have opened with the rack; none: no difference.",
        may_be_none=True,
    )
    time_limit_s: int | None = _number(60, 5, 3600, "Seconds for a turn, when played by the clock.", may_be_none=True)
    time_bank_s: int | None = _number(
        None,
        30,
        7200,
        "Seconds beside those of the turns that last a player for the whole round; none: the turn's are all.",
        may_be_none=True,
    )
    time_limit_mode: TimeLimitMode = _choice(
        "optional", TimeLimitMode, "Whether a turn has a time limit: never, if the table wants one, or always."
    )
    timeout_rule: TimeoutRule = _choice(
        "restore_all",
        TimeoutRule,
        "When time runs out: everything goes back, or finished sets stay and own loose tiles go to the rack.",
    )
    timeout_penalty: int = _number(3, 0, 20, "Tiles drawn by a player whose time ran out in the middle of a move.")
    timeout_idle_draw: int = _number(3, 0, 20, "Tiles drawn by a player whose time ran out without any move.")
    pool_empty_rule: PoolEmptyRule = _choice(
        "play_on", PoolEmptyRule, "When the pool is empty: play on until all pass in turn, or count the racks at once."
    )
    empty_pool_pass: EmptyPoolPass = _choice(
        "only_if_unable", EmptyPoolPass, "Who may pass when the pool is empty: only who can lay nothing, or everybody."
    )
    pool_empty_winner_plus: PoolEmptyPlus = _choice(
        "sum_of_others",
        PoolEmptyPlus,
        "What the lowest rack wins then: what the others hold, or only what they hold above it.",
    )
    next_starter: NextStarter = _choice(
        "draw", NextStarter, "Who begins the next round: a new draw, the winner, or the next seat."
    )
    rounds: int | None = _number(3, 1, 1000, "Rounds of a match; none: until somebody stops.", may_be_none=True)
    match_points: int | None = _number(
        None, 1, 10_000, "Total with which a player ends the match; none: only rounds count.", may_be_none=True
    )
    match_winner: MatchWinner = _choice(
        "total", MatchWinner, "Who wins a match: the highest total, or most rounds won, where the total decides ties."
    )
    referee: Referee = 3
    """How turns are judged: as in records of the format `openkub 3`, or as in older ones. It is no option."""

    def __post_init__(self) -> None:
        for option in OPTIONS.values():
            option.check(getattr(self, option.name))
        _REFEREE.check(self.referee)
        if self.time_limit_mode == "mandatory" and self.time_limit_s is None:
            raise RulesError("time_limit_s", RulesCode.LIMIT_WITHOUT_SECONDS)
        if self.time_bank_s is not None and self.time_limit_s is None:
            raise RulesError("time_bank_s", RulesCode.BANK_WITHOUT_SECONDS)
        if self.unopened_able_penalty is not None and self.unopened_penalty is None:
            raise RulesError("unopened_able_penalty", RulesCode.WITHOUT_PENALTY)
        self._check_jokers(2)

    def _check_jokers(self, seats: int) -> None:
        there = self._kit(seats).jokers
        if self.deal_jokers * seats > there:
            raise RulesError("deal_jokers", RulesCode.TOO_FEW_JOKERS, each=self.deal_jokers, seats=seats, there=there)

    def _kit(self, seats: int) -> Kit:
        return Kit.BIG if seats > 4 else Kit(self.tile_set)

    def kit(self, seats: int) -> Kit:
        """The tiles for that many players."""
        self.check_seats(seats)
        return self._kit(seats)

    def check_seats(self, seats: int) -> None:
        """Refuse a number of players for which these rules are not made."""
        if type(seats) is not int or not 2 <= seats <= self.most_players:
            raise RulesError("most_players", RulesCode.WRONG_SEATS, text=_number_of(seats), most=self.most_players)
        self._check_jokers(seats)

    @property
    def jokers_are_free(self) -> bool:
        """Whether sets with a joker are handled like any other."""
        return self.joker_set_split == "allowed" and self.joker_reuse == "same_turn_anywhere"

    def must_lay(self, pool: int) -> bool:
        """Whether who can lay a tile must, with so many tiles in the pool."""
        return not self.voluntary_draw or (pool == 0 and self.empty_pool_pass == "only_if_unable")

    @property
    def edition(self) -> str:
        """The preset that differs least from these rules."""
        return min(EDITIONS, key=lambda name: len(dict(self.changes(name))))

    def changes(self, edition: str) -> Iterator[tuple[str, object]]:
        """The options, with their values, in which these rules differ from a preset."""
        return _changes(self, edition_rules(edition))

    @classmethod
    def of(cls, rules: Rules | str) -> Rules:
        """Rules, or the rules that a text stands for."""
        if isinstance(rules, Rules):
            return rules
        return cls.parse(rules)

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Rules from the name of an edition and any `option=value` behind it."""
        return _read(text, EDITIONS)

    @classmethod
    def parse_dated(cls, text: str, form: int) -> Rules:
        """Rules from a record or log of that format. Editions and the referee are those of its time.

        It may name an option of `REMOVED`; today's rules do without it.

        >>> str(Rules.parse_dated("original_es rounds=1", 2)), str(Rules.parse_dated("sabra6", 3))
        ('original_es timeout_idle_draw=1 rounds=1 referee=2', 'sabra6')
        """
        if form == 1:
            text = checked_text(text, "rules").replace("rack_or_just_drawn", "rack_or_table")
        return _read(text, _DATED[form], REMOVED)

    def written(self, form: int) -> str:
        """The nearest edition and what was changed, as `parse_dated` reads it; the referee goes without saying."""
        found = {name: list(_changes(self, preset)) for name, preset in _DATED[form].items()}
        edition = min(found, key=lambda name: len(found[name]))
        return " ".join([edition, *(f"{name}={'none' if value is None else value}" for name, value in found[edition])])

    def __str__(self) -> str:
        """The nearest edition and what was changed, as `parse` reads it."""
        return self.written(REFEREE) + ("" if self.referee == REFEREE else f" referee={self.referee}")


def _changes(rules: Rules, preset: Rules) -> Iterator[tuple[str, object]]:
    for name in OPTIONS:
        if getattr(rules, name) != getattr(preset, name):
            yield name, getattr(rules, name)


def _number_of(seats: object) -> str:
    return str(seats) if type(seats) is int else quoted(seats)


def _option(f: Field[Any]) -> Option:
    return Option(f.name, **f.metadata)


OPTIONS: Mapping[str, Option] = MappingProxyType({f.name: _option(f) for f in fields(Rules) if f.metadata})
"""Every option by its name, in the order in which a set-up page asks for them."""
_REFEREE = Option("referee", "How turns are judged.", choices=get_args(Referee))
REFEREE: Referee = 3
"""The referee of today."""


REMOVED: Mapping[str, Option] = MappingProxyType(
    {"joker_needs_opened": Option("joker_needs_opened", "Whether opening comes first.", choices=(True, False))}
)
"""Options of openkub 0.2.0 that only its records and logs name. Every game is played by True now."""


def had_exchanges(text: str) -> bool:
    """Return whether the rules of a record or log let a player exchange jokers before the opening."""
    return any(word.lower() == "joker_needs_opened=false" for word, _ in words(text))


def option_named(name: str) -> Option:
    """The option of that name; `RulesError` says so if there is none."""
    option = OPTIONS.get(name.lower()) if isinstance(name, str) else None
    if option is None:
        raise RulesError(quoted(name), RulesCode.NO_OPTION, nearest=nearest(name, OPTIONS.keys()))
    return option


def edition_rules(name: str, editions: Mapping[str, Rules] | None = None) -> Rules:
    """The preset of that name; `RulesError` lists them if there is none."""
    presets = EDITIONS if editions is None else editions
    rules = presets.get(name.lower()) if isinstance(name, str) else None
    if rules is None:
        raise NoEdition(name, presets)
    return rules


_NICKNAMES = {
    "german": "jumbo_de",
    "french": "original_fr",
    "spanish": "original_es",
    "sabra": "sabra6",
    "xxl": "sabra_xxl",
    "olympiad": "tournament",
}


class NoEdition(RulesError, KeyError):
    """There is no edition of that name.

    >>> EDITIONS["german"]  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    openkub.law.rules.NoEdition: edition: 'german' is none of default, ...; did you mean jumbo_de?
    """

    def __init__(self, name: object, presets: Iterable[str]) -> None:
        known = {**{preset: preset for preset in presets}, **_NICKNAMES}
        choices = ", ".join(presets) + nearest(name, known)
        super().__init__("edition", RulesCode.NONE_OF, text=quoted(name), choices=choices)

    __str__ = BaseException.__str__


def _read(text: str, editions: Mapping[str, Rules], removed: Mapping[str, Option] = MappingProxyType({})) -> Rules:
    name, *options = list(words(checked_text(text, "rules"))) or [("", 0)]
    try:
        rules = edition_rules(name[0], editions)
    except RulesError as error:
        raise NotationError(NotationCode.BAD_VALUE, name[1], message=str(error)) from None
    changes: dict[str, Any] = {}
    for word, position in options:
        option, equals, value = word.partition("=")
        try:
            if not equals:
                raise RulesError(quoted(word), RulesCode.NO_VALUE)
            gone = removed.get(option.lower())
            known = gone or (_REFEREE if option == _REFEREE.name else option_named(option))
            said = known.parse(value)
            known.check(said)
            if not gone:
                changes[known.name] = said
        except RulesError as error:
            raise NotationError(NotationCode.BAD_VALUE, position, message=str(error)) from None
    try:
        return replace(rules, **changes)
    except RulesError as error:
        raise NotationError(NotationCode.BAD_VALUE, options[-1][1], message=str(error)) from None


_default = Rules()
_sabra = replace(_default, joker_penalty=25, time_limit_s=120, timeout_rule="loose_to_rack")


class _Presets(dict[str, Rules]):
    """Whoever asks for an edition that is not there is told which are, and which is nearest."""

    def __missing__(self, name: object) -> Rules:
        raise NoEdition(name, self)


EDITIONS: Mapping[str, Rules] = MappingProxyType(
    _Presets(
        {
            "default": _default,
            "sabra6": _sabra,
            "original_fr": replace(
                _default,
                opening_turn_manipulation="forbidden",
                joker_replacement_source="rack_or_table",
                start_joker="ignored",
                time_limit_mode="mandatory",
                pool_empty_rule="immediate_lowest",
            ),
            "jumbo_de": replace(
                _default,
                most_players=4,
                joker_replacement_source="rack",
                joker_set_split="forbidden",
                joker_reuse="new_set_with_rack_tiles",
                time_limit_s=None,
                time_limit_mode="none",
            ),
            "sabra_xxl": replace(_sabra, most_players=4),
            "original_es": replace(
                _default,
                most_players=4,
                opening_joker_value="zero",
                joker_replacement_source="rack_or_table",
            ),
            "tournament": replace(
                _default,
                most_players=2,
                deal_jokers=1,
                redeal_doubles=3,
                opening_turn_manipulation="forbidden",
                joker_replacement_source="rack_or_table",
                joker_penalty=50,
                unopened_penalty=100,
                unopened_able_penalty=200,
                time_limit_s=10,
                time_bank_s=600,
                time_limit_mode="mandatory",
                rounds=1,
            ),
        }
    )
)
"""The recommended default where leaflets are silent or at odds, the five leaflets, and the rules of a tournament."""

_SECOND: Mapping[str, Mapping[str, Any]] = {
    "default": {"timeout_idle_draw": 1},
    "sabra6": {},
    "original_fr": {},
    "jumbo_de": {"timeout_idle_draw": 1},
    "sabra_xxl": {},
    "original_es": {"timeout_idle_draw": 1},
    "tournament": {"timeout_idle_draw": 1},
}
_FIRST: Mapping[str, Mapping[str, Any]] = {
    "default": {"timeout_idle_draw": 1},
    "sabra6": {"timeout_idle_draw": 1},
    "original_fr": {},
    "jumbo_de": {"timeout_idle_draw": 1},
    "sabra_xxl": {"timeout_idle_draw": 1},
    "original_es": {"timeout_idle_draw": 1, "voluntary_draw": False},
}


def _dated(changes: Mapping[str, Mapping[str, Any]], **all_of: Any) -> Mapping[str, Rules]:
    return {name: replace(EDITIONS[name], **all_of, **options) for name, options in changes.items()}


_DATED: Mapping[int, Mapping[str, Rules]] = {
    1: _dated(_FIRST, empty_pool_pass="free", referee=2),
    2: _dated(_SECOND, referee=2),
    REFEREE: EDITIONS,
}
"""What the names of editions mean in records and logs, by their format."""
