"""Every packed word of the kernel, bit by bit, and the sizes of its arrays.

`layout.pxd` says the same to the compiler, for which these are constants; a test compares the two. A shift is called
`…_AT`, a mask has the name of what it cuts out: `key >> NUMBER_AT & NUMBER`.

**Counts** of tiles: four bits a kind, kind 0 lowest, 53 kinds in 27 bytes; the last four bits are empty.

**A colour's state**, 9 bits: how many of its runs are open with length one (bits 0-2), two (3-5), three or more (6-8).

**A node's key**, 64 bits:

    0-35   the states of the four colours, 9 bits each
    36-39  the numbers that are done, 0 to 13; GOAL (14) when the rack's jokers are counted too
    40-59  what the node carries: the quantity that is counted (tiles laid, points), or in Mode.SINGLES whether the tile
           was added; in Mode.CALM a colour has a stand instead of a state, and its higher 5 bits are here
    60-62  the jokers used, where every place of a joker matters
    63     dead: a better node has taken its place

**A node's choice**, 32 bits: which option each colour took, 8 bits a colour; at the goal, how many rack jokers go down.

**An option's word**, 27 bits, says how its runs went on, for the replay:

    0-2    tiles that join open runs          3-5    jokers that join open runs
    6-8    long runs bridged by a joker       9-10   new runs, and of each, up to three,
    11-19  the jokers at its head, 3 bits a run
    20-21  runs of length one that a core swallows, 22-23 those of length two
    24-26  the jokers at the heads of cores

**A vector**, 8 bits: tiles of one number by colour, 2 bits each; those in groups, or those in runs.

**A first group**, 7 bits: the colours in it (0-3), its jokers (4-6).
"""

from __future__ import annotations

from enum import IntEnum

# What there is
COLOURS = 4
NUMBERS = 13
JOKER = 52
KINDS = 53
MOST_COPIES = 3
MOST_JOKERS = 4
COPIES = 8  # a row of gains or losses: for none to seven copies

# A colour's state
STATE_BITS = 9
STATE = 511
LENGTH = 7
TWOS_AT = 3
LONGS_AT = 6

# A node's key
NUMBER_AT = 36
NUMBER = 15
CARRY_AT = 40
CARRY = 0xFFFFF
JOKERS_AT = 60
DEAD_AT = 63
ALL_DONE = 13
GOAL = 14

# A node's choice, and the options of one colour
CHOICE_BITS = 8
CHOICE = 255
OPTIONS = 256

# An option's word
JOIN_AT = 0
JOIN = 7
FILL_AT = 3
FILL = 7
BRIDGE_AT = 6
BRIDGE = 7
START_AT = 9
START = 3
HEAD_AT = 11
HEAD_BITS = 3
HEAD = 7
SWALLOW_ONE_AT = 20
SWALLOW_TWO_AT = 22
SWALLOW = 3
CORE_HEAD_AT = 24
CORE_HEAD = 7

# An option of a graph: behind the states of the colours the tiles in runs, a vector, and jokers used and needed
TILES_AT = 36
USED_AT = 44
USED = 31
NEEDS_AT = 49

# A vector, a first group
VECTORS = 256
VECTOR_BITS = 2
VECTOR = 3
ONES = 85  # one tile of each colour
FIRST_ROW = 8
FIRST_COLOURS = 15
FIRST_JOKERS_AT = 4

# Prices: of the kinds, of the joker among them, and of what stays behind
LOSS = 53
PRICES = 54

# Sizes
KINDS_ROOM = 80  # an array by kind that may be asked for the two numbers after 13
JOKER_ROW = 5  # for none to four jokers
NEEDS = 168  # tiles that may have to be laid, with room: there are 160
MAX_SETS = 128  # sets in an arrangement: 160 tiles make 53, and a few runs are cut in two
ROW = 256  # bytes that tell a play: 53 sets with 160 tiles are the most
SET_ROW = 16  # a set has at most thirteen tiles
MAX_CORES = 64
OPEN_ROW = 32  # open runs of one colour and length: three copies, four jokers and some cores
MAX_ITEMS = 64  # sets of a table that may be kept
ITEMS_ROW = 8  # runs of one colour that can be torn at a number
GROUPS_ROW = 64  # choices of the groups of a number to be kept
SET_CHANGED = 1024  # a changed set is worse than any number of tiles in changed sets
SLOTS = 8  # kept runs of a colour that go on, one bit of a stand's key each
STANDS = 8192  # stands of colours in one question
STAND_SLOTS = 16384  # and the places of the table in which they are found
WAYS = 65536  # the ways on from them
OTHERS = 16384  # what numbers can make of the tiles that are not in runs
FIRST_NODES = 8192
FEW_NODES = 512  # are found by a small part of the hash table,
FEW_SLOTS = 2048  # which is so large
MAX_NODES = 160000  # keeps a workspace below 16 MiB
BLIND = 15000  # successors after which it is worth while to look ahead
CALM_BLIND = 800  # the same where the least disturbance, or the opening of the most points, is looked for
LIMIT = 600000
"""Successors that a question may look at, unless it says otherwise."""
FIRST_EDGES = 65536
MAX_EDGES = 4000000  # keeps a graph of all plays below 64 MiB, with what it is made of
STARTS = 16  # states of a colour whose options at a number are at hand,
STATE_ROW = 8  # and for each the jokers that are left
SPARE_RUNS = 1  # jokers of the table for which it is seen where they are needed
FEW_EDGES = 2048  # a graph with no more may be listed at once,
FEW_PLAYS = 256  # if it has no more plays,
FEW_STEPS = 8192  # and that takes no more steps along edges
LAYER_BITS = 64  # nodes of one layer, where a set of them is one word
DEALS = 10000  # ways to part the tiles of one number into runs, groups and the rack: ten a colour

# Openings: the lengths of sets, and how many there can be
SHORTEST = 3
LARGEST_GROUP = 4
FIFTH = 5  # a run has no more tiles than so many, or is two runs
WORDS = 4  # of sixteen counts each
COUNTS = 15  # one of them
MOST_OWN_SETS = 2560  # sets of one rack: 4 * (11 * 8 + 10 * 16 + 9 * 32) runs, 13 * 31 groups
MOST_OPENINGS = 1024
MOST_TRIED = 100000  # choices of sets
SUMS = 64  # sets of one opening, with room: 160 tiles make 53

# Many rounds at once: actions, the stage of a round, whether what is legal in it is known, and sizes
DONE = 53  # those before it choose a tile of a kind
IDLE = 54
ACTIONS = 55
OBSERVED = 233
GOING = 1
OVER = 2
CUT = 3
STALE = 0
KNOWN = 1
ASKED = 2  # it is too much to be found here
MOST_SEATS = 6
MOST_TILES = 160
KEPT_NODES = 512  # what a lane keeps of the graph of a turn,
KEPT_EDGES = 2048  # if it is no larger
KEPT_OPENINGS = 64  # and of its openings

# A stand in a node's key: the low bits of each colour's lie where a state would, the others in what a node carries
HIGH_BITS = 5
HIGH = 31

# Four counts of one number side by side, four bits a colour: the bit above each, so that one subtraction compares all
GUARDS = 0x8888

# The fewest tiles still to be laid, where there is no way on
NOWHERE = 255

# What a search says if it finds no goal
NO_GOAL = -1
NO_ROOM = -2
TOO_LONG = -4

# A cost no real plan reaches; too large for an enum of C, so that rooms which need it declare it once more.
IMPOSSIBLE = 1 << 62


def stand_in(key: int, c: int) -> int:
    """The stand of a colour in a node's key."""
    return (key >> CARRY_AT + c * HIGH_BITS & HIGH) << STATE_BITS | key >> c * STATE_BITS & STATE


def key_of(stand: int, c: int) -> int:
    """What a colour's stand adds to a node's key."""
    return (stand & STATE) << c * STATE_BITS | stand >> STATE_BITS << CARRY_AT + c * HIGH_BITS


def spread(vector: int) -> int:
    """Four bits a colour for the two of a vector."""
    return (
        vector & VECTOR
        | (vector >> VECTOR_BITS & VECTOR) << 4
        | (vector >> 2 * VECTOR_BITS & VECTOR) << 8
        | (vector >> 3 * VECTOR_BITS) << 12
    )


class Mode(IntEnum):
    """What is searched for beside the least loss."""

    PLAIN = 0  # nothing
    TILES = 1  # the rack tiles laid are counted
    POINTS = 2  # the numbers laid are counted, a joker as what it stands for
    SINGLES = 3  # layers of single tiles that the table would take
    CALM = 4  # the least disturbance at a loss that is given


class Form(IntEnum):
    """What a set of the arrangement is; the lowest bit says group."""

    RUN = 0
    GROUP = 1
    RUN_CORE = 2
    GROUP_CORE = 3
