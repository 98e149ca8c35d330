from openkub.solver.kernel.groups cimport list_groups
from openkub.solver.kernel.layout cimport (
    CARRY, CARRY_AT, COLOURS, COPIES, JOKER, JOKER_ROW, MOST_JOKERS, NUMBER, NUMBER_AT, NUMBERS, OPTIONS, STATE, STATE_BITS, LENGTH,
    LONGS_AT, STANDS,
    VECTOR, VECTOR_BITS, WAYS, Mode,
)
from openkub.solver.kernel.loading cimport colours_at
from openkub.solver.kernel.runs cimport list_options
from openkub.solver.kernel.work cimport Work

cdef void look_ahead(Work w) noexcept nogil
cdef long long least_ahead(Work w, unsigned long long key, int jokers) noexcept nogil
