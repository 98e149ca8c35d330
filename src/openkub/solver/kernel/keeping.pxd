from openkub.solver.kernel.groups cimport cheapest_groups
from openkub.solver.kernel.layout cimport (
    CARRY, CARRY_AT, CHOICE_BITS, COLOURS, GROUPS_ROW, ITEMS_ROW, JOKERS_AT, NUMBER, NUMBER_AT, OPTIONS, SET_ROW, STATE,
    STATE_BITS,
)
from openkub.solver.kernel.nodes cimport push
from openkub.solver.kernel.runs cimport list_from
from openkub.solver.kernel.work cimport Work

cdef int list_kept(Work w, int v, int c, int state, unsigned int going_on, int left) noexcept nogil
cdef void expand_calmly(Work w, int node) noexcept nogil
