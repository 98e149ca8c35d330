from openkub.solver.kernel.layout cimport (
    COLOURS, ITEMS_ROW, NUMBERS, OPTIONS, SET_ROW, STAND_SLOTS, STANDS, STATE, STATE_BITS, WAYS, key_of,
)
from openkub.solver.kernel.runs cimport list_from
from openkub.solver.kernel.work cimport Work

cdef void forget_stands(Work w) noexcept nogil
cdef int stand_of(Work w, int kind, int state, unsigned int going_on) noexcept nogil
cdef int list_ways(Work w, int stand) noexcept nogil
