from openkub.solver.kernel.arrange cimport arrange, place_jokers
from openkub.solver.kernel.layout cimport (
    COLOURS, COPIES, JOKER, KINDS, MAX_NODES, NEEDS, NO_ROOM, NUMBERS, SET_ROW, Mode,
)
from openkub.solver.kernel.loading cimport load, load_cores, ready
from openkub.solver.kernel.search cimport search
from openkub.solver.kernel.work cimport Weights, Work, taken

cdef void count_tiles(Work w, int at_least) noexcept
cdef int find(Work w) except -3
cdef int must_find(Work w) except -3
cdef object placed(Work w)
cdef list sets_of(Work w)
