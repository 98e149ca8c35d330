from openkub.solver.kernel.layout cimport (
    CARRY, CARRY_AT, COLOURS, COPIES, JOKER, MOST_JOKERS, NUMBER, NUMBER_AT, NUMBERS, OPTIONS, STATE, STATE_BITS, Mode,
)
from openkub.solver.kernel.loading cimport colours_at
from openkub.solver.kernel.runs cimport list_options
from openkub.solver.kernel.sharing cimport agree_on_prices, groups_at, least_opening, mark
from openkub.solver.kernel.work cimport Work

cdef void look_ahead(Work w) noexcept nogil
cdef long long least_ahead(Work w, unsigned long long key, int jokers) noexcept nogil
