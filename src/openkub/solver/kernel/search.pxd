from openkub.solver.kernel.groups cimport cheapest_groups, list_groups
from openkub.solver.kernel.layout cimport (
    ALL_DONE, CARRY, CARRY_AT, CHOICE_BITS, COLOURS, COPIES, DEAD_AT, GOAL, JOKER, JOKER_ROW, JOKERS_AT, NEEDS, NO_GOAL, NO_ROOM,
    NUMBER, NUMBER_AT, NUMBERS, OPTIONS, STATE, STATE_BITS, TOO_LONG, VECTOR, VECTOR_BITS, VECTORS, Mode,
)
from openkub.solver.kernel.nodes cimport pop, push, slot_of, start_slots
from openkub.solver.kernel.runs cimport list_options
from openkub.solver.kernel.together cimport expand_calmly, start_calmly
from openkub.solver.kernel.work cimport Work

cdef int search(Work w) noexcept nogil
cdef int search_on(Work w) noexcept nogil
cdef void expand(Work w, int node) noexcept nogil
cdef int tiles_in(int vector) noexcept nogil
