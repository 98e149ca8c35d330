from openkub.solver.kernel.layout cimport (
    ALL_DONE, BEYOND, CARRY, CARRY_AT, COLOURS, COPIES, DEAD_AT, GROUPS_ROW, ITEMS_ROW, JOKER, JOKER_ROW, KINDS_ROOM, NUMBER,
    NUMBER_AT, NUMBERS, SET_ROW, SLOTS, Mode,
)
from openkub.solver.kernel.loading cimport look_on, set_back
from openkub.solver.kernel.work cimport Work

cdef long long least_beyond(Work w, unsigned long long key, int jokers) noexcept nogil
cdef void look_beyond(Work w, Work m) noexcept nogil
cdef object mirror(Work w, Work m)
