from openkub.solver.kernel.layout cimport COLOURS, COPIES, JOKER_ROW, VECTOR, VECTORS
from openkub.solver.kernel.work cimport Work

cdef int list_groups(Work w, int v, int in_runs) noexcept nogil
cdef int cheapest_groups(Work w, int v, int in_runs) noexcept nogil
