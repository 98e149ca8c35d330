from openkub.solver.kernel.layout cimport (
    ACTIONS, CUT, DONE, GOING, KEPT_EDGES, KEPT_NODES, KEPT_OPENINGS, KINDS, KINDS_ROOM, MOST_TILES, NUMBERS, OVER, STALE, WORDS,
)
from openkub.solver.kernel.work cimport start_array


cdef class Lanes:
    # --- the law ---
    cdef int lanes  # how many rounds there are
    cdef int seats  # at each
    cdef int minimum  # the points that open
    cdef bint face  # whether a joker counts as what it stands for there
    cdef bint always_lays  # who can lay must, always
    cdef bint lays_when_dry  # and with an empty pool
    cdef bint ends_when_dry  # an empty pool is the end
    cdef int most_turns  # a round is cut off after so many
    cdef int most_edges  # a graph has at most so many
    cdef unsigned char[KINDS_ROOM] kit  # all tiles, by kind

    # --- every round, a row a lane ---
    cdef unsigned char* table  # tiles on the table, by kind
    cdef unsigned char* racks  # on the racks, by seat and kind
    cdef unsigned char* chosen  # what the seat at turn has chosen
    cdef unsigned char* pool  # the pool in its order
    cdef int* pool_at  # how much of it was drawn
    cdef int* pool_size  # and how much there was
    cdef int* sizes  # tiles on the racks, by seat
    cdef unsigned char* opened  # by seat
    cdef int* turn  # whose turn it is
    cdef int* passes  # turns in a row without anything
    cdef int* turns  # that were made
    cdef int* picked  # tiles chosen
    cdef unsigned char* stage  # GOING, OVER, CUT or nothing dealt
    cdef unsigned char* ready  # whether what is legal is known
    cdef unsigned long long* legal  # the legal actions, a bit each

    # --- the graph and the openings of the turn, kept where they are small ---
    cdef int* kept  # how many edges are kept, or -1
    cdef unsigned short* kept_layers  # where layers begin
    cdef unsigned short* kept_nodes  # where the edges of nodes begin
    cdef unsigned char* kept_jokers  # what is said of jokers at the end
    cdef unsigned short* kept_to  # where edges lead
    cdef unsigned short* kept_laid  # what is laid on them
    cdef int* known  # how many openings are kept, or -1
    cdef unsigned long long* openings  # their tiles

    cdef bytes whole  # the same as it was told
    cdef list grown  # the arrays behind the pointers


cdef size_t start_of(object view, str code) except? 0
