from openkub.solver.kernel.layout cimport COPIES, JOKER, KINDS, NUMBERS, Mode
from openkub.solver.kernel.loading cimport load, ready
from openkub.solver.kernel.solving cimport begin, end, find, placed, sets_of
from openkub.solver.kernel.work cimport Effort, Weights, Work, taken
