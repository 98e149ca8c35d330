"""The record of a match: seed and rules and moves are the whole game.

A `.kub` file is this text, readable and checkable; docs/notation.md describes it. `to_json` gives its JSON twin.

>>> record = Record(Rules(), ("Anna", "Bruno"), Seed("demo"), (Round(((1, Draw()),)),))
>>> print(record)
openkub 3
rules: default
seat: Anna
seat: Bruno
seed: demo
<BLANKLINE>
round 1
2 draw
<BLANKLINE>
>>> Record.parse(str(record)) == record
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Protocol

from openkub.law.moves import Move
from openkub.law.rules import Rules, had_exchanges
from openkub.law.score import Outcome
from openkub.notation.errors import NotationCode, NotationError
from openkub.notation.lines import Lines, numbered, on_line, whole_number
from openkub.notation.text import quoted
from openkub.pieces.tiles import TileBag
from openkub.play.filling import blank
from openkub.play.public import KEYS, Public, parted
from openkub.play.shuffle import KEY_LENGTH, NONCE_LENGTH, commitment, fair_key, seed_key
from openkub.play.state import State

FORMATS = _, _, FORMAT = ("openkub 1", "openkub 2", "openkub 3")
LONGEST_NAME = 60
PILES = "piles"
"""What a record says of draws when every seat has its own pile."""
START_KEYS = ("racks", *(key for key in KEYS if key not in ("rules", "outcome")))
"""The lines of a position that a game begins with."""


class Path(Protocol):
    """What names a file beside a text, as `pathlib.Path` does; the core has no business with the real one."""

    def __fspath__(self) -> str:
        """The name."""


@dataclass(frozen=True, slots=True)
class Seed:
    """A shuffle from a text that anybody may choose: for tests, puzzles and games at home.

    With `piles`, every seat draws from its own share of the pool, as in the arena.
    """

    text: str
    piles: bool = False

    def __post_init__(self) -> None:
        seed_text(self.text)

    @property
    def key(self) -> bytes:
        """The key of the match."""
        return seed_key(self.text)


@dataclass(frozen=True, slots=True)
class FairDeal:
    """A shuffle that nobody chose: the house's commitment, then the seats' nonces, the secret when all is over."""

    commitment: str
    nonces: tuple[bytes, ...] = ()
    secret: bytes | None = None

    def __post_init__(self) -> None:
        if any(len(nonce) != NONCE_LENGTH for nonce in self.nonces):
            raise ValueError(f"a nonce is {NONCE_LENGTH} bytes")
        if self.secret is not None and len(self.secret) != KEY_LENGTH:
            raise ValueError(f"a secret is {KEY_LENGTH} bytes")

    @property
    def key(self) -> bytes:
        """The key of the match; an error if the secret is missing or is not the one that was promised."""
        if self.secret is None:
            raise ValueError("the secret is not known yet")
        if commitment(self.secret) != self.commitment:
            raise ValueError("the secret is not the one that was committed to")
        return fair_key(self.secret, self.nonces)


@dataclass(frozen=True, slots=True)
class Round:
    """The turns of a round, each with the seat that took it, and how it ended if it did."""

    turns: tuple[tuple[int, Move], ...] = ()
    outcome: Outcome | None = None
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """Where the heading, the turns and the outcome stand in the file that this was read from."""

    def line_of(self, index: int) -> int:
        """The line of the heading (0), of the n-th turn, or of the last thing said (-1); 0 if it was not read."""
        return self.lines[index] if self.lines else 0


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it is written down. Nothing in it is checked beyond its form; `replay` does that."""

    rules: Rules
    seats: tuple[str, ...]
    shuffle: Seed | FairDeal
    rounds: tuple[Round, ...] = ()
    bots: tuple[tuple[int, str], ...] = ()
    """The seats at which bots sit, and which."""
    start: State | None = None
    """The position that the first round begins with, if it is one of another game; its pool is mixed anew."""
    shuffle_line: int = field(default=0, compare=False, repr=False)
    start_line: int = field(default=0, compare=False, repr=False)
    had_exchanges: bool = field(default=False, compare=False, repr=False)
    """The rules of the text allowed exchanges before the opening: `joker_needs_opened=False` in openkub 0.2.0."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "seats", tuple(map(seat_name, self.seats)))
        object.__setattr__(self, "bots", _checked_bots(tuple(self.bots), len(self.seats)))
        if self.start is not None and (self.start.pool or self.start.rules != self.rules):
            object.__setattr__(self, "start", replace(self.start, rules=self.rules, pool=()))

    def with_turn(self, seat: int, move: Move, outcome: Outcome | None) -> Record:
        """Return the same match with one more turn in its last round, and the outcome if it ended the round."""
        now = object.__new__(_BlankRound)
        now.turns = self.rounds[-1].turns + ((seat, move),)  # noqa: RUF005 - copied once, not twice
        now.outcome, now.lines = outcome, ()
        now.__class__ = Round
        return self.with_rounds((*self.rounds[:-1], now))

    def with_rounds(self, rounds: tuple[Round, ...]) -> Record:
        """The same match with these rounds; what was checked before is not checked again."""
        record = object.__new__(_Blank)
        record.rules, record.seats, record.shuffle, record.rounds = self.rules, self.seats, self.shuffle, rounds
        record.bots, record.start = self.bots, self.start
        record.shuffle_line, record.start_line = self.shuffle_line, self.start_line
        record.had_exchanges = self.had_exchanges
        record.__class__ = Record
        made: Record = record
        return made

    @property
    def head(self) -> tuple[str, str]:
        """Its format, which says by which editions and referee it is judged, and its rules by those editions."""
        return f"openkub {self.rules.referee}", self.rules.written(self.rules.referee)

    def bot(self, seat: int) -> str | None:
        """The bot that sits there; None if it is a person, or nobody said."""
        return dict(self.bots).get(seat)

    def __str__(self) -> str:
        """The text of a `.kub` file."""
        seats = [f"seat: {name}" for name in self.seats] + [f"bot: {seat + 1} {bot}" for seat, bot in self.bots]
        form, rules = self.head
        header = [form, f"rules: {rules}", *seats, *_shuffle(self.shuffle), *_start(self.start)]
        rounds = (line for number, round_ in enumerate(self.rounds, 1) for line in _round(number, round_))
        return "\n".join([*header, *rounds]) + "\n"

    @classmethod
    def parse(cls, text: str) -> Record:
        """A record from the text of a `.kub` file."""
        lines = list(numbered(text))
        if not lines or lines[0][1] not in FORMATS:
            raise NotationError(NotationCode.NO_RECORD, 0, 1, format=quoted(FORMAT))
        head = next((i for i, (_, line) in enumerate(lines) if line.startswith("round ")), len(lines))
        keys = {"rules", "seat", "bot", "seed", "draws", "commitment", "nonce", "secret", *START_KEYS}
        header = Lines.of(lines[1:head], keys)
        form = FORMATS.index(lines[0][1]) + 1
        rules, seats = header.one("rules", lambda text: Rules.parse_dated(text, form)), header.all_of("seat", seat_name)
        _check_seats(rules, seats, header.line_of("seat"))
        bots = header.all_of("bot", _read_bot(len(seats)))
        try:
            _checked_bots(bots, len(seats))
        except NotationError as error:
            raise on_line(header.line_of("bot"), error) from None
        rounds = tuple(_read_rounds(lines[head:], len(seats)))
        start = _read_start(header, rules, len(seats))
        places = header.line_of("secret", "commitment", "seed"), header.line_of(*START_KEYS)
        exchanges = header.one("rules", had_exchanges)
        return cls(rules, seats, _read_shuffle(header), rounds, bots, start, *places, exchanges)

    def to_json(self, indent: int | None = 1) -> str:
        """The JSON twin; without an indent it is one line, made in a tenth of the time."""
        return json.dumps(_plain(self), indent=indent)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """A record from its JSON twin, which says the same as the text in other brackets."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError, TypeError) as error:
            raise NotationError(NotationCode.NO_JSON, message=str(error)) from None
        return cls.parse("\n".join(_text_of(data)))

    @staticmethod
    def load(path: str | Path) -> Record:
        """The record in a file: `openkub.load`."""
        from openkub.files import load

        return load(path)

    def save(self, path: str | Path) -> None:
        """Write it to a file: `openkub.save`."""
        from openkub.files import save

        save(self, path)


_Blank, _BlankRound = blank(Record), blank(Round)


def seat_name(text: str) -> str:
    """A name as it may stand in a record."""
    return _one_line(text, "name")


def seed_text(text: str) -> str:
    """A seed as it may stand in a record."""
    return _one_line(text, "seed")


@lru_cache(64)
def _checked_bots(bots: tuple[tuple[int, str], ...], seats: int) -> tuple[tuple[int, str], ...]:
    """The bots in the order of their seats, each at one of its own."""
    found = tuple(sorted((seat, _one_line(bot, "bot")) for seat, bot in bots))
    taken = [seat for seat, _ in found]
    if len(set(taken)) < len(taken) or not all(seat in range(seats) for seat in taken):
        told = quoted(" ".join(str(seat + 1) for seat in taken))
        raise NotationError(NotationCode.BOT_SEATS, text=told, seats=seats)
    return found


def _read_bot(seats: int) -> Callable[[str], tuple[int, str]]:
    def read(text: str) -> tuple[int, str]:
        seat, _, bot = text.partition(" ")
        return whole_number(1, seats)(seat) - 1, _one_line(bot, "bot")

    return read


def _one_line(text: object, what: str) -> str:
    fits = isinstance(text, str) and 0 < len(text) <= LONGEST_NAME and text.isprintable() and text == text.strip()
    if not isinstance(text, str) or not fits or " ;" in f" {text}":
        raise NotationError(NotationCode.NO_NAME, text=quoted(text), what=what, most=LONGEST_NAME)
    return text


def _check_seats(rules: Rules, seats: tuple[str, ...], line: int) -> None:
    try:
        rules.check_seats(len(seats))
    except ValueError as error:
        raise on_line(line, error) from None


def _shuffle(shuffle: Seed | FairDeal) -> Iterator[str]:
    if isinstance(shuffle, Seed):
        yield f"seed: {shuffle.text}"
        if shuffle.piles:
            yield f"draws: {PILES}"
        return
    yield f"commitment: {shuffle.commitment}"
    yield from (f"nonce: {nonce.hex()}" for nonce in shuffle.nonces)
    if shuffle.secret is not None:
        yield f"secret: {shuffle.secret.hex()}"


def _read_shuffle(header: Lines) -> Seed | FairDeal:
    seeds = header.all_of("seed", seed_text)
    if not seeds:
        if header.all_of("draws", str):
            raise NotationError(NotationCode.PILES_WITHOUT_SEED, 0, header.line_of("draws"))
        secrets = header.all_of("secret", _hex(KEY_LENGTH))
        secret = header.one("secret", _hex(KEY_LENGTH)) if secrets else None
        promise = header.one("commitment", _hex(KEY_LENGTH)).hex()
        return FairDeal(promise, header.all_of("nonce", _hex(NONCE_LENGTH)), secret)
    if header.all_of("commitment", str) or header.all_of("nonce", str) or header.all_of("secret", str):
        line = header.line_of("commitment", "nonce", "secret")
        raise NotationError(NotationCode.TWO_SHUFFLES, 0, line)
    piles = bool(header.all_of("draws", str)) and bool(header.one("draws", _draws))
    return Seed(header.one("seed", seed_text), piles)


def _draws(text: str) -> str:
    if text != PILES:
        raise NotationError(NotationCode.NO_PILES, text=quoted(text))
    return text


def _start(start: State | None) -> Iterator[str]:
    """The lines of a position, as those of a state's text."""
    if start is not None:
        yield f"racks: {' / '.join(map(str, start.racks))}"
        yield from (f"{key}: {value}".rstrip() for key, value in start.lines() if key in START_KEYS)


def _read_start(header: Lines, rules: Rules, seats: int) -> State | None:
    if all(key not in START_KEYS for key, _, _ in header.values):
        return None
    racks = header.one("racks", parted(TileBag.parse, seats))
    return State.behind(replace(Public.read(header, seats), rules=rules), racks, ())


def _hex(length: int) -> Callable[[str], bytes]:
    def read(text: str) -> bytes:
        if not re.fullmatch("(?:[0-9a-f]{2})*", text) or len(text) != 2 * length:
            raise NotationError(NotationCode.NO_HEX, text=quoted(text), length=length)
        return bytes.fromhex(text)

    return read


def _round(number: int, round_: Round) -> Iterator[str]:
    yield f"\nround {number}"
    yield from (f"{seat + 1} {move}" for seat, move in round_.turns)
    if round_.outcome:
        yield str(round_.outcome)


def _read_rounds(lines: list[tuple[int, str]], seats: int) -> Iterator[Round]:
    starts = [i for i, (_, line) in enumerate(lines) if line.startswith("round ")]
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(lines)], strict=False), 1):
        line, text = lines[start]
        if text != f"round {number}":
            raise NotationError(NotationCode.WRONG_ROUND, 0, line, number=number, text=quoted(text))
        yield _read_round(lines[start + 1 : end], seats, line)


def _read_round(lines: list[tuple[int, str]], seats: int, start: int) -> Round:
    turns: list[tuple[int, Move]] = []
    outcome = None
    for number, line in lines:
        try:
            if outcome:
                raise NotationError(NotationCode.BEHIND_THE_END, text=quoted(line))
            if line.startswith("end "):
                outcome = Outcome.parse(line, seats)
            else:
                turns.append(_read_turn(line, seats))
        except NotationError as error:
            raise on_line(number, error) from None
    return Round(tuple(turns), outcome, (start, *(number for number, _ in lines)))


def _read_turn(line: str, seats: int) -> tuple[int, Move]:
    seat, _, move = line.partition(" ")
    number = whole_number(1, seats)(seat)
    try:
        return number - 1, Move.parse(move)
    except NotationError as error:
        raise error.at(len(seat) + 1) from None


def _plain(record: Record) -> dict[str, object]:
    shuffle = dict[str, object]()
    for line in _shuffle(record.shuffle):
        key, _, value = line.partition(": ")
        shuffle |= {key: value} if key != "nonce" else {"nonces": [n.hex() for n in record.shuffle.nonces]}  # type: ignore[union-attr]  # only a FairDeal has nonce lines
    rounds = [
        {
            "turns": [{"seat": seat + 1, "move": str(move)} for seat, move in round_.turns],
            "end": str(round_.outcome) if round_.outcome else None,
        }
        for round_ in record.rounds
    ]
    bots = {"bots": [{"seat": seat + 1, "bot": bot} for seat, bot in record.bots]} if record.bots else {}
    start = {"start": list(_start(record.start))} if record.start else {}
    head = dict(zip(("format", "rules"), record.head, strict=True))
    return {**head, "seats": list(record.seats), **bots, **shuffle, **start, "rounds": rounds}


def _text_of(data: Any) -> Iterator[str]:
    """The lines of the text that says the same; what does not fit is left to `parse` to refuse."""
    try:
        yield _line(data["format"])
        yield f"rules: {_line(data['rules'])}"
        yield from (f"seat: {_line(name)}" for name in _list(data["seats"]))
        yield from (f"bot: {_line(str(bot['seat']))} {_line(bot['bot'])}" for bot in _list(data.get("bots", [])))
        yield from (f"{key}: {_line(data[key])}" for key in ("seed", "draws", "commitment", "secret") if key in data)
        yield from (f"nonce: {_line(nonce)}" for nonce in _list(data.get("nonces", [])))
        yield from map(_line, _list(data.get("start", [])))
        for number, round_ in enumerate(_list(data["rounds"]), 1):
            yield f"round {number}"
            yield from (f"{_line(str(turn['seat']))} {_line(turn['move'])}" for turn in _list(round_["turns"]))
            if round_["end"] is not None:
                yield _line(round_["end"])
    except (KeyError, TypeError, AttributeError) as error:
        raise NotationError(NotationCode.JSON_SHAPE, message=str(error)) from None


def _line(value: object) -> str:
    if not isinstance(value, str) or "\n" in value or " ;" in f" {value}" or value != value.rstrip("\r "):
        raise NotationError(NotationCode.NO_LINE, text=quoted(value))
    return value


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise NotationError(NotationCode.NO_LIST, text=quoted(value))
    return value
