from openkub.solver.kernel.groups cimport cheapest_groups
from openkub.solver.kernel.layout cimport GROUPS_ROW, GUARDS, NUMBERS, OTHERS, VECTORS
from openkub.solver.kernel.work cimport Work

cdef void forget_others(Work w) noexcept nogil
cdef int others_of(Work w, int v, int in_runs) noexcept nogil
