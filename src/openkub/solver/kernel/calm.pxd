from openkub.solver.kernel.layout cimport (
    COLOURS, COPIES, GROUPS_ROW, ITEMS_ROW, JOKER, NUMBERS, SET_CHANGED, SET_ROW, SLOTS, Mode,
)
from openkub.solver.kernel.loading cimport load_sets, ready
from openkub.solver.kernel.solving cimport begin, end, find, lays_any, placed, sets_of
from openkub.solver.kernel.work cimport Effort, Weights, Work, taken
