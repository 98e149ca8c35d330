from openkub.solver.kernel.layout cimport (
    COLOURS, COPIES, GROUPS_ROW, ITEMS_ROW, JOKER, NO_GOAL, NUMBERS, SET_CHANGED, SET_ROW, SLOTS, Mode,
)
from openkub.solver.kernel.cores cimport load_core, load_cores
from openkub.solver.kernel.loading cimport load, load_sets, read_sets, ready
from openkub.solver.kernel.many cimport told_of
from openkub.solver.kernel.solving cimport begin, end, find, lays_any
from openkub.solver.kernel.work cimport Effort, Weights, Work, given_back, taken
