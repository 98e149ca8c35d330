from openkub.solver.kernel.groups cimport list_groups
from openkub.solver.kernel.layout cimport (
    COLOURS, COPIES, JOKER, JOKER_ROW, LONGS_AT, NUMBER, NUMBER_AT, NUMBERS, OPTIONS, STANDS, STATE, STATE_BITS, VECTOR, VECTOR_BITS, WAYS,
)
from openkub.solver.kernel.runs cimport list_options
from openkub.solver.kernel.work cimport Work

cdef void mark(Work w, int base, int c) noexcept nogil
cdef int groups_at(Work w, int v) noexcept nogil
cdef int least_opening(Work w, unsigned long long key, int left) noexcept nogil
cdef void agree_on_prices(Work w) noexcept nogil
