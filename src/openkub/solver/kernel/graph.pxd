from openkub.solver.kernel.layout cimport COLOURS, GUARDS, JOKER, NUMBERS, VECTORS
from openkub.solver.kernel.loading cimport packed
from openkub.solver.kernel.work cimport start_array


cdef class Graph:
    cdef int[NUMBERS + 2] layer_at  # where the nodes of a layer begin; the last but one is that of the end
    cdef int* node_edges  # where the edges of a node begin; there is one more of these than nodes
    cdef unsigned char* node_fewest  # the fewest rack tiles that are still to be laid from here on
    cdef unsigned char* node_jokers  # at the end: how many rack jokers may be laid, as bits
    cdef int* edge_to  # the node that an edge leads to
    cdef unsigned char* edge_row  # the row of what is laid on it
    cdef int[NUMBERS] rows  # how many different things can be laid at a number
    cdef unsigned short[NUMBERS * VECTORS] row_laid  # what they are, four bits a colour
    cdef list grown  # the arrays behind the pointers

    # --- for a mask ---
    cdef unsigned char* node_reached  # whether it is on a way that holds the choice, and reached by the choice alone
    cdef unsigned char* node_open  # whether the choice can be finished from here
    cdef unsigned char[NUMBERS * VECTORS] row_leads  # the same of what is laid
    cdef unsigned char[VECTORS] row_open  # and what was reached on a row of the present number

    # --- for the ways on from a set of nodes ---
    cdef unsigned char* row_bits  # a row of bits for everything that is laid, with a bit a node of the next layer
    cdef object row_array  # the array behind them
    cdef int spare_row  # where there is room for one row more
    cdef long long scanned  # the edges, and the bytes of sets, that were looked at

cdef object add_row(Graph g, int v, int vector)
cdef object make_rows(Graph g)
