from openkub.solver.kernel.layout cimport (
    BRIDGE_AT, COLOURS, CORE_HEAD_AT, FILL_AT, HEAD_AT, HEAD_BITS, LENGTH, LONGS_AT, OPTIONS, START_AT, SWALLOW_ONE_AT,
    SWALLOW_TWO_AT, TWOS_AT,
)
from openkub.solver.kernel.work cimport Work

cdef int list_from(Work w, int v, int c, int n, int state, int left) noexcept nogil
cdef int list_options(Work w, int v, int c, int state, int left) noexcept nogil
