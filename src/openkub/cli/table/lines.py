"""The lines that a player types: their meaning, their completion, and how they are read.

>>> read_line("3 / 2") == (Split(2, 2),), read_line("undo"), read_line("do")
(True, 'undo', 'done')
"""

from __future__ import annotations

import re
import sys

from openkub.cli.trouble import as_typed
from openkub.law.moves import Play
from openkub.notation.text import checked_text, nearest
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import Tile
from openkub.play.draft import Draft
from openkub.play.steps import NEXT, Add, Join, Lay, Split, Step, StepError, Swap, Take

COMMANDS = ("done", "draw", "pass", "redeal", "undo", "reset", "sort", "hint", "help", "quit")
HELP = """\
  r9 r10 r11   lay a new set; also r9-11, and krb7 for k7 r7 b7; * is a joker
  3 + r12      add to set 3, wherever it fits
  3 - r5 r6    take tiles from set 3 into your hand, to lay them elsewhere
  3 / 2        split set 3 behind its 2nd tile
  3 4          join sets 3 and 4
  3 = r6       swap the joker in set 3 for r6; the joker comes into your hand
  play r1-3 | k5 b5 y5       the whole table after your turn; this ends the turn
  undo, reset  one step back, all steps back   done  end the turn
  draw         take a tile; under the rule play_after_draw you may still lay
  pass         when the pool is empty
  redeal       ask for a new deal of all tiles, in a tournament
  hint         which tiles can be laid; again: which sets change, then every step
  sort         the rack by colour or by number
  quit         leave; finished turns are kept; openkub play --resume goes on"""


def read_line(line: str) -> str | Play | tuple[Step, ...]:
    """Return what a line means: a command, a whole play, or steps. Raise `ValueError` if it means nothing."""
    text = " ".join(checked_text(line, "a command").lower().split())
    if found := re.fullmatch(r"([0-9]{1,3}) ?([-+=/]|) ?(.*)", text):
        return (_step(int(found[1]) - 1, found[2], found[3]),)
    if text.startswith("play "):
        return Play(text[5:])
    if re.fullmatch("[a-z?]*", text) and text not in ("j", "joker"):
        return _command(text)
    return tuple(Lay(NEXT, meld) for meld in Table.parse(text))


def _command(text: str) -> str:
    """Return the one command that begins like this; an empty line shows the table again."""
    found = [command for command in COMMANDS if command.startswith(text)]
    if not text or len(found) == 1:
        return found[0] if text else "show"
    if found:
        raise StepError(f"{text}: {' or '.join(found)}?")
    raise StepError(f"I do not know {as_typed(text)}{nearest(text, COMMANDS) or '; try help.'}")


def _step(number: int, sign: str, rest: str) -> Step:
    """Return what is to be done to one set."""
    match sign:
        case "+" if rest:
            return Add(number, Meld(rest))
        case "-" if rest:
            return Take(number, Meld(rest))
        case "=" if rest:
            return Swap(number, Tile(rest))
        case "/" if re.fullmatch("[0-9]{1,3}", rest):
            return Split(number, int(rest))
        case "" if re.fullmatch("[0-9]{1,3}", rest):
            return Join(number, int(rest) - 1)
    raise StepError("I do not understand that; for set 3 write 3 + r12, 3 - r5, 3 / 2, 3 4 or 3 = r6; try help.")


def completions(before: str, draft: Draft) -> list[str]:
    """Return the words that may follow `before`: tiles, and at the start also sets and commands.

    >>> from openkub.law.rules import Rules
    >>> from openkub.law.turns import Position
    >>> draft = Draft.start(Position(Rules(), "r4 r5 r6 r7", "k9 r8", opened=True))
    >>> completions("1 - ", draft), completions("1 + ", draft), completions("", draft)[:4]
    (['r4', 'r5', 'r6', 'r7'], ['r8', 'k9'], ['r8', 'k9', '1', 'done'])
    """
    numbers = {str(number + 1): number for number in draft.numbers}
    number, _, sign = before.strip().partition(" ")
    is_take = sign.startswith("-") and number in numbers
    tiles = map(str, draft.sets[numbers[number]] if is_take else draft.rack + draft.hand)
    return list(dict.fromkeys([*tiles] if number else [*tiles, *numbers, *COMMANDS]))


def start_editing(*, remembers: bool) -> None:
    """Turn on completion, and history if `remembers`. Without `readline`, as on Windows, lines are plain."""
    try:
        import readline
    except ImportError:
        return
    readline.set_auto_history(remembers)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")


def ask(prompt: str, draft: Draft | None = None) -> str:
    """Read a line, or raise `EOFError`. Tab completes what the draft allows. A line from a pipe is echoed."""
    if readline := sys.modules.get("readline"):

        def complete(word: str, state: int) -> str | None:
            before = readline.get_line_buffer()[: readline.get_begidx()]
            found = [f"{fits} " for fits in completions(before, draft) if fits.startswith(word)] if draft else []
            return found[state] if state < len(found) else None

        readline.set_completer(complete)
    line = input(prompt)
    if not sys.stdin.isatty():
        print(line)
    return line
