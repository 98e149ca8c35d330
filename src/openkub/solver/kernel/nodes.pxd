from openkub.solver.kernel.ahead cimport least_ahead
from openkub.solver.kernel.layout cimport FEW_NODES, FEW_SLOTS, MAX_NODES, NUMBER, NUMBER_AT
from openkub.solver.kernel.prices cimport rounded
from openkub.solver.kernel.work cimport Work

cdef void start_slots(Work w) noexcept nogil
cdef unsigned long long slot_of(Work w, unsigned long long key) noexcept nogil
cdef void push(
    Work w, unsigned long long key, long long cost, long long loss, int jokers, int parent, unsigned int choice, int groups
) noexcept nogil
cdef object grow(Work w)
cdef int pop(Work w) noexcept nogil
