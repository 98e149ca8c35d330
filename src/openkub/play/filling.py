"""Frozen values, made quickly: Python asks a third of a microsecond for every field of a frozen dataclass.

So what is made anew with every turn begins as a blank, whose fields are set as those of any object, and is frozen then.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True, slots=True)
... class Point:
...     x: int
...     y: int
>>> point = object.__new__(blank(Point))
>>> point.x, point.y = 3, 4
>>> point.__class__ = Point
>>> point, point == Point(3, 4)
(Point(x=3, y=4), True)
>>> point.x = 5
Traceback (most recent call last):
dataclasses.FrozenInstanceError: cannot assign to field 'x'
"""

from __future__ import annotations

from typing import Any


def blank(kind: type[object]) -> type[Any]:
    """The class of values of this kind that are not filled in yet; who has done so gives them their own class."""
    free = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(f"Blank{kind.__name__}", (kind,), free)
