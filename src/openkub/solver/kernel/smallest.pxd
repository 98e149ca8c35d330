from openkub.solver.kernel.layout cimport (
    COLOURS, COUNTS, FIFTH, JOKER, KINDS, LARGEST_GROUP, MOST_COPIES, MOST_JOKERS, MOST_OPENINGS, MOST_OWN_SETS, MOST_TRIED, NUMBERS, SHORTEST, SUMS, WORDS,
)
from openkub.solver.kernel.loading cimport packed


cdef class Openings:
    cdef unsigned long long[WORDS] held  # the rack, four bits a kind, sixteen kinds a word
    cdef int jokers  # the rack's
    cdef int minimum  # the points that open
    cdef bint face  # whether a joker counts as what it stands for

    # --- sets of the rack that are no opening alone ---
    cdef unsigned long long[MOST_OWN_SETS * WORDS] set_tiles  # the tiles of each,
    cdef int[MOST_OWN_SETS] set_points  # what it counts,
    cdef int sets  # and how many there are
    cdef unsigned long long[SUMS * WORDS] sum  # the tiles of the sets taken so far, by how many these are
    cdef int tried  # the choices of sets that were looked at

    # --- what was found ---
    cdef unsigned long long[MOST_OPENINGS * WORDS] tiles  # the tiles of each opening,
    cdef int count  # and how many there are
    cdef bint over  # there are too many


cdef int list_openings(Openings o, unsigned char* rack, int at, int minimum, bint face) noexcept nogil
