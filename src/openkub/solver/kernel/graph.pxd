from openkub.solver.kernel.layout cimport COLOURS, GUARDS, JOKER, NOWHERE, NUMBERS, VECTORS
from openkub.solver.kernel.loading cimport packed
from openkub.solver.kernel.work cimport start_array


cdef class Graph:
    cdef int[NUMBERS + 2] layer_at  # where the nodes of a layer begin; the last but one is that of the end
    cdef int* node_edges  # where the edges of a node begin; there is one more of these than nodes
    cdef unsigned char* node_fewest  # the fewest rack tiles that are still to be laid from here on
    cdef unsigned char* node_jokers  # at the end: how many rack jokers may be laid, as bits
    cdef int* edge_to  # the node that an edge leads to
    cdef unsigned short* edge_laid  # the rack tiles laid on it, four bits a colour
    cdef list grown  # the arrays behind the pointers

    # --- for a mask ---
    cdef unsigned char* node_reached  # whether it is on a way that holds the choice, and reached by the choice alone
    cdef unsigned char* node_open  # whether the choice can be finished from here
    cdef int[NUMBERS] chosen  # the choice, four bits a colour
    cdef int[NUMBERS] more  # what can come on top, of each colour any bits

    # --- for the ways on from a set of nodes: a row for everything that is laid at a number, with a bit a node ---
    cdef int[NUMBERS] rows  # how many rows there are
    cdef unsigned char[NUMBERS * VECTORS] row_of  # the row of a vector
    cdef unsigned short[NUMBERS * VECTORS] row_laid  # what is laid in it, four bits a colour
    cdef unsigned char[VECTORS] row_fewest  # the fewest tiles to come after it, NOWHERE if it is empty
    cdef unsigned char* row_bits
    cdef object row_room  # the array behind them

    cdef object set_rows(self)
