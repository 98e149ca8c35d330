from openkub.solver.kernel.layout cimport (
    CARRY_AT, COLOURS, HIGH_BITS, ITEMS_ROW, NUMBERS, OPTIONS, SET_ROW, STAND_SLOTS, STANDS, STATE, STATE_BITS, WAYS,
)
from openkub.solver.kernel.runs cimport list_from
from openkub.solver.kernel.work cimport Work

cdef int stand_in(unsigned long long key, int c) noexcept nogil
cdef unsigned long long key_of(int stand, int c) noexcept nogil
cdef void forget_stands(Work w) noexcept nogil
cdef int stand_of(Work w, int kind, int state, unsigned int going_on) noexcept nogil
cdef int list_ways(Work w, int stand) noexcept nogil
