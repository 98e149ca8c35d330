from openkub.solver.kernel.layout cimport (
    COLOURS, ITEMS_ROW, JOKER, KINDS_ROOM, MAX_ITEMS, NUMBERS, SET_ROW, SLOTS, Mode,
)
from openkub.solver.kernel.loading cimport load, ready
from openkub.solver.kernel.solving cimport find, must_find, placed, sets_of
from openkub.solver.kernel.work cimport Weights, Work, taken
