from openkub.solver.kernel.layout cimport (
    COLOURS, COPIES, DEALS, FEW_PLAYS, FIRST_EDGES, FIRST_NODES, JOKERS_AT, LENGTH, LONGS_AT, NEEDS_AT, NUMBERS, ONES,
    OPTIONS, SHORTEST, SPARE_RUNS, STARTS, STATE, STATE_BITS, STATE_ROW, TILES_AT, TWOS_AT, USED, USED_AT, VECTOR,
    VECTOR_BITS, VECTORS, WORDS,
)
from openkub.solver.kernel.nodes cimport slot_of
from openkub.solver.kernel.runs cimport list_from
from openkub.solver.kernel.search cimport tiles_in
from openkub.solver.kernel.work cimport Work, start_array


cdef class Sketch:
    # --- nodes, layer by layer, and edges, node by node, as in a Graph, but with those that lead nowhere ---
    cdef int[NUMBERS + 2] layer_at  # where the nodes of a layer begin
    cdef unsigned long long* node_key  # states of the colours, jokers used, whether there is a run
    cdef int* node_edges  # where its edges begin
    cdef int* node_place  # its number in the Graph
    cdef unsigned char* node_fewest  # the fewest rack tiles still to be laid from here on; NOWHERE: no way out
    cdef unsigned char* node_jokers  # at the end: how many rack jokers may be laid, as bits
    cdef int* edge_to  # the node that an edge leads to
    cdef unsigned char* edge_laid  # the rack tiles laid on it, a vector
    cdef int[VECTORS] row_of  # the row of what is laid at one number in the Graph, or -1
    cdef int layer_from  # where those begin that are being drawn
    cdef unsigned long long[COLOURS * OPTIONS] option  # an option of one colour: state then, tiles, jokers used and needed
    cdef int[COLOURS] known  # how many options of each colour are listed, a row of STARTS a colour:
    cdef unsigned char[COLOURS * (STATE + 1) * STATE_ROW] known_place  # where they are, by colour, state and jokers left
    cdef int[COLOURS * STARTS] known_from  # that from which they start,
    cdef int[COLOURS * STARTS] known_at  # where they begin
    cdef int[COLOURS * STARTS] known_end  # and end
    cdef int[COLOURS] first_now  # those of the node from which edges go out: where they begin
    cdef int[COLOURS] end_now  # and end
    cdef int[NUMBERS] spare  # the jokers that may be used up to a number
    cdef int[SPARE_RUNS] needed_from  # by jokers: up to where they are too few from the other side
    cdef int nodes  # how many there are
    cdef int edges
    cdef int node_room  # how many there can be
    cdef int edge_room
    cdef int most  # how many edges are wanted at most
    cdef bint over  # the room was too small

    # --- the groups of one number, by the tiles in runs ---
    cdef unsigned char[VECTORS] listed  # if they are listed: the counts of jokers with which there are none, as bits
    cdef unsigned char[VECTORS] list_of  # for which tiles in runs they are
    cdef int lists  # how many that is
    cdef int[VECTORS] deals_at  # where they begin
    cdef int[VECTORS] deals_end  # and end
    cdef unsigned char[DEALS] deal_laid  # the rack tiles laid, in runs and in groups, a vector
    cdef unsigned char[DEALS] deal_jokers  # the counts of jokers with which that can be, as bits
    cdef int deals  # how many are listed
    cdef int table_vector  # the table's tiles of this number,
    cdef int least_vector  # those that must be laid
    cdef int most_vector  # and all that there are

    # --- all plays at once, where they are few: two halves in turn, for what is laid before a number and with it ---
    cdef unsigned char[NUMBERS] layer_laid  # whether anything can be laid at a number
    cdef int few_at  # where the half begins that was written last
    cdef unsigned long long[2 * FEW_PLAYS] few_nodes  # the nodes of the layer that it leads to, as bits
    cdef unsigned long long[2 * FEW_PLAYS * WORDS] few_laid  # its tiles, as counts
    cdef unsigned long long[VECTORS] row_nodes  # the nodes that each row of the present number leads to
    cdef unsigned char[VECTORS] row_vector  # and what it lays
    cdef int few_steps  # the steps along edges that this took

    cdef list grown  # the arrays behind the pointers

    cpdef resize(self, int nodes, int edges)


cdef void start_number(Sketch s, Work w, int v) noexcept nogil
cdef int jokers_laid(Work w, unsigned long long key) noexcept nogil
cdef void expand(Sketch s, Work w, int node, int v) noexcept nogil
