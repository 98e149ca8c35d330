from openkub.solver.kernel.layout cimport (
    ALL_DONE, BRIDGE, BRIDGE_AT, CHOICE, CHOICE_BITS, COLOURS, CORE_HEAD, CORE_HEAD_AT, FILL, FILL_AT,
    FIRST_COLOURS, FIRST_JOKERS_AT, FIRST_ROW, HEAD, HEAD_AT, HEAD_BITS, ITEMS_ROW, JOIN, JOKER, NUMBERS, OPEN_ROW, OPTIONS, SET_ROW,
    START, START_AT, STATE, STATE_BITS, SWALLOW, SWALLOW_ONE_AT, SWALLOW_TWO_AT, VECTOR_BITS, Form, Mode, stand_in,
)
from openkub.solver.kernel.runs cimport list_options
from openkub.solver.kernel.work cimport Work

cdef int arrange(Work w, int goal) except -3 nogil
cdef int place_jokers(Work w, int left) noexcept nogil
