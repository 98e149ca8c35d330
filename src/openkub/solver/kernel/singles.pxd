from openkub.solver.kernel.groups cimport cheapest_groups
from openkub.solver.kernel.layout cimport (
    CARRY, CARRY_AT, COLOURS, JOKER, MAX_NODES, MOST_COPIES, MOST_JOKERS, NUMBERS, Mode,
)
from openkub.solver.kernel.loading cimport load, packed, ready
from openkub.solver.kernel.search cimport expand
from openkub.solver.kernel.solving cimport begin, end
from openkub.solver.kernel.work cimport Effort, Work, taken
