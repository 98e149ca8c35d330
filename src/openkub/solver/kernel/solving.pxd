from openkub.solver.kernel.ahead cimport look_ahead
from openkub.solver.kernel.arrange cimport arrange, place_jokers
from openkub.solver.kernel.layout cimport (
    BLIND, CALM_BLIND, COLOURS, COPIES, JOKER, KINDS, MAX_NODES, NEEDS, NO_GOAL, NO_ROOM, NUMBERS, SET_CHANGED, SET_ROW, TOO_LONG, Mode,
)
from openkub.solver.kernel.cores cimport load_cores
from openkub.solver.kernel.loading cimport load, ready
from openkub.solver.kernel.nodes cimport grow
from openkub.solver.kernel.prices cimport find_prices, rounded
from openkub.solver.kernel.search cimport search, search_on
from openkub.solver.kernel.work cimport Effort, Weights, Work, taken

cdef void count_tiles(Work w, int at_least) noexcept
cdef int find(Work w) except -3 nogil
cdef void count_placed(Work w) noexcept nogil
cdef bint lays_any(Work w) noexcept nogil
cdef object begin(Work w, Effort effort)
cdef object end(Work w, Effort effort)
cdef object placed(Work w)
cdef list sets_of(Work w)
