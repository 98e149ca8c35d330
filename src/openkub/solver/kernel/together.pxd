from openkub.solver.kernel.keeping cimport forget_stands, list_ways, stand_of
from openkub.solver.kernel.layout cimport (
    CHOICE_BITS, COLOURS, JOKERS_AT, NUMBER, NUMBER_AT, VECTOR_BITS, VECTORS, key_of, stand_in,
)
from openkub.solver.kernel.nodes cimport push
from openkub.solver.kernel.others cimport forget_others, others_of
from openkub.solver.kernel.prices cimport least_to_come
from openkub.solver.kernel.work cimport Work

cdef unsigned long long start_calmly(Work w) noexcept nogil
cdef void expand_calmly(Work w, int node) noexcept nogil
