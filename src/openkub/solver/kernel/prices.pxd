from openkub.solver.kernel.keeping cimport list_ways
from openkub.solver.kernel.layout cimport (
    ALL_DONE, COLOURS, JOKER, LOSS, NUMBER, NUMBER_AT, NUMBERS, PRICES, SET_CHANGED, SET_ROW, VECTOR, VECTOR_BITS,
    stand_in,
)
from openkub.solver.kernel.others cimport others_of
from openkub.solver.kernel.work cimport Work

cdef long long least_to_come(Work w, unsigned long long key, int jokers, long long loss) noexcept nogil
cdef long long rounded(Work w, long long cost) noexcept nogil
cdef long long find_prices(Work w) noexcept nogil
