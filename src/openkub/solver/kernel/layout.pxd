# The constants of layout.py, which explains them, for the compiler; a test compares the two.

cdef enum:
    # What there is
    COLOURS = 4
    NUMBERS = 13
    JOKER = 52
    KINDS = 53
    MOST_COPIES = 3
    MOST_JOKERS = 4
    COPIES = 8

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

    # An option of a graph
    TILES_AT = 36
    USED_AT = 44
    USED = 31
    NEEDS_AT = 49

    # A vector, a first group
    VECTORS = 256
    VECTOR_BITS = 2
    VECTOR = 3
    ONES = 85
    FIRST_ROW = 8
    FIRST_COLOURS = 15
    FIRST_JOKERS_AT = 4

    # Prices
    LOSS = 53
    PRICES = 54

    # Sizes
    KINDS_ROOM = 80
    JOKER_ROW = 5
    NEEDS = 168
    MAX_SETS = 128
    ROW = 256
    SET_ROW = 16
    MAX_CORES = 64
    OPEN_ROW = 32
    MAX_ITEMS = 64
    ITEMS_ROW = 8
    GROUPS_ROW = 64
    SET_CHANGED = 1024
    SLOTS = 8
    STANDS = 8192
    STAND_SLOTS = 16384
    WAYS = 65536
    OTHERS = 16384
    FIRST_NODES = 8192
    FEW_NODES = 512
    FEW_SLOTS = 2048
    MAX_NODES = 160000
    BLIND = 15000
    LIMIT = 600000
    CALM_BLIND = 800
    FIRST_EDGES = 65536
    MAX_EDGES = 4000000
    STARTS = 16
    STATE_ROW = 8
    SPARE_RUNS = 1
    FEW_EDGES = 2048
    FEW_PLAYS = 256
    FEW_STEPS = 8192
    LAYER_BITS = 64
    DEALS = 10000

    # Openings
    SHORTEST = 3
    LARGEST_GROUP = 4
    FIFTH = 5
    WORDS = 4
    COUNTS = 15
    MOST_OWN_SETS = 2560
    MOST_OPENINGS = 1024
    MOST_TRIED = 100000
    SUMS = 64

    # Many rounds at once
    DONE = 53
    IDLE = 54
    ACTIONS = 55
    OBSERVED = 233
    GOING = 1
    OVER = 2
    CUT = 3
    STALE = 0
    KNOWN = 1
    ASKED = 2
    MOST_SEATS = 6
    MOST_TILES = 160
    KEPT_NODES = 512
    KEPT_EDGES = 2048
    KEPT_OPENINGS = 64

    # A stand in a node's key
    HIGH_BITS = 5
    HIGH = 31

    # Four counts of one number side by side
    GUARDS = 0x8888

    # The fewest tiles still to be laid, where there is no way on
    NOWHERE = 255

    # What a search says if it finds no goal
    NO_GOAL = -1
    NO_ROOM = -2
    TOO_LONG = -4


cdef enum Mode:
    PLAIN = 0
    TILES = 1
    POINTS = 2
    SINGLES = 3
    CALM = 4

cdef enum Form:
    RUN = 0
    GROUP = 1
    RUN_CORE = 2
    GROUP_CORE = 3


cdef inline int stand_in(unsigned long long key, int c) noexcept nogil:
    return <int>(key >> CARRY_AT + c * HIGH_BITS & HIGH) << STATE_BITS | <int>(key >> c * STATE_BITS & STATE)


cdef inline unsigned long long key_of(int stand, int c) noexcept nogil:
    return <unsigned long long>(stand & STATE) << c * STATE_BITS | <unsigned long long>(stand >> STATE_BITS) << CARRY_AT + c * HIGH_BITS


cdef inline int spread(int vector) noexcept nogil:
    return (
        vector & VECTOR
        | (vector >> VECTOR_BITS & VECTOR) << 4
        | (vector >> 2 * VECTOR_BITS & VECTOR) << 8
        | (vector >> 3 * VECTOR_BITS) << 12
    )
