from openkub.solver.kernel.layout cimport COLOURS, ITEMS_ROW, SET_ROW, SLOTS
from openkub.solver.kernel.work cimport Work

cdef void keep_sets(Work w, int v, unsigned int going_on, unsigned int kept) noexcept nogil
