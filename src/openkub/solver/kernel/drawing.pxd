from openkub.solver.kernel.layout cimport FEW_EDGES, FIRST_EDGES, MAX_EDGES, MAX_NODES, NUMBERS, SPARE_RUNS
from openkub.solver.kernel.loading cimport look_on, turn_round
from openkub.solver.kernel.nodes cimport start_slots
from openkub.solver.kernel.sketch cimport Sketch, expand, jokers_laid, start_number
from openkub.solver.kernel.work cimport Work

cdef Sketch taken_sketch()
cdef object given_sketch(Sketch s)
cdef bint draw(Sketch s, Work w, int most) except -1
cdef bint forward(Sketch s, Work w) noexcept nogil
cdef bint grow(Sketch s, Work w) except -1
