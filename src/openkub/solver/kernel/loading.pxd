from openkub.solver.kernel.layout cimport (
    COLOURS, COPIES, JOKER, KINDS, KINDS_ROOM, LENGTH, LIMIT, MAX_ITEMS, MOST_COPIES, MOST_JOKERS, NUMBERS, SET_ROW, SHORTEST, Mode,
)
from openkub.solver.kernel.work cimport Weights, Work

cdef bytes packed(object counts)
cdef void set_back(Work w) noexcept nogil
cdef int take_in(
    Work w, unsigned char* table, unsigned char* rack, unsigned char* must, int at, Weights weights
) noexcept nogil
cdef object read_sets(Work w, object sets)
cdef void part_jokers(Work w) noexcept nogil
cdef int colours_at(Work w, int v) noexcept nogil
cdef void look_on(Work w) noexcept nogil
cdef object load(Work w, object table, object rack, object must, Weights weights)
cdef object load_sets(Work w, object sets, object rack, Weights weights)
cdef void turn_round(Work w) noexcept nogil
cdef void ready(Work w) noexcept nogil
