from openkub.solver.kernel.layout cimport ROW, SET_ROW
from openkub.solver.kernel.loading cimport load_sets, read_sets, ready, take_in
from openkub.solver.kernel.solving cimport begin, count_placed, count_tiles, end, find
from openkub.solver.kernel.work cimport Effort, Weights, Work, given_back, taken

cdef bytes told_of(Work w, long long gain)
