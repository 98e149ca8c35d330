from openkub.solver.kernel.drawing cimport forward, grow
from openkub.solver.kernel.lanes cimport Lanes, start_of
from openkub.solver.kernel.layout cimport (
    ACTIONS, ASKED, COPIES, COUNTS, DONE, GOING, IDLE, KEPT_EDGES, KEPT_NODES, KEPT_OPENINGS, KINDS, KINDS_ROOM, KNOWN,
    MOST_SEATS, NUMBERS, OBSERVED, STALE, WORDS,
)
from openkub.solver.kernel.loading cimport part_jokers, ready, set_back
from openkub.solver.kernel.sketch cimport Sketch
from openkub.solver.kernel.smallest cimport Openings, list_openings
from openkub.solver.kernel.ways cimport Ways, find_more, trim
from openkub.solver.kernel.work cimport Work


cdef class Desk:
    cdef Work work
    cdef Sketch sketch
    cdef Ways ways
    cdef Openings smallest
    cdef unsigned char[KINDS_ROOM] both  # a choice and an opening together
