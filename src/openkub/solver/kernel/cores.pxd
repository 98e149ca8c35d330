from openkub.solver.kernel.layout cimport COLOURS, JOKER, MOST_COPIES, MOST_JOKERS, NUMBERS, SET_ROW, VECTORS
from openkub.solver.kernel.work cimport Work

cdef object load_cores(Work w, object runs, object groups)
cdef object load_core(Work w, int item)
