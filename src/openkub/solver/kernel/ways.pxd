from openkub.solver.kernel.layout cimport COLOURS, GUARDS, JOKER, NUMBERS, spread
from openkub.solver.kernel.sketch cimport Sketch
from openkub.solver.kernel.work cimport start_array


cdef class Ways:
    # --- the graph: nodes layer by layer, edges node by node, as in a Graph ---
    cdef int[NUMBERS + 2] layer_at  # where the nodes of a layer begin; the last but one is that of the end
    cdef int* node_edges  # where the edges of a node begin; there is one more of these than nodes
    cdef unsigned char* node_jokers  # at the end: how many rack jokers may be laid, as bits
    cdef int* edge_to  # the node that an edge leads to
    cdef unsigned short* edge_laid  # what is laid on it, four bits a colour
    cdef int nodes  # how many there are
    cdef int edges
    cdef int node_room  # how many there can be
    cdef int edge_room

    # --- for a mask ---
    cdef unsigned char* node_reached  # whether it is on a way that holds the choice, and reached by the choice alone
    cdef unsigned char* node_open  # whether the choice can be finished from here
    cdef unsigned long long more  # the kinds of which one more can be laid beside the choice, as bits
    cdef bint lies  # whether the choice can be laid as it is

    cdef list grown  # the arrays behind the pointers

    cpdef resize(self, int nodes, int edges)


cdef void trim(Ways g, Sketch s) noexcept nogil
cdef void look_back(Sketch s) noexcept nogil
cdef void find_more(Ways g, unsigned char* choice, int at) noexcept nogil
