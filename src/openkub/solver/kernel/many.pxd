from openkub.solver.kernel.layout cimport KINDS, SET_ROW
from openkub.solver.kernel.loading cimport ready, take_in
from openkub.solver.kernel.solving cimport count_placed, find
from openkub.solver.kernel.work cimport Weights, Work, taken
