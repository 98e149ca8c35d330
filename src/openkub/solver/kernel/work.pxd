# 2. Memory: the fields of a workspace, each with its meaning. Interpreted, work.py makes its arrays from these lines.

from openkub.solver.kernel.layout cimport (
    COLOURS, COPIES, FIRST_NODES, FIRST_ROW, GROUPS_ROW, ITEMS_ROW, JOKER, JOKER_ROW, KINDS, KINDS_ROOM, MAX_CORES, MAX_ITEMS, MAX_SETS, MOST_COPIES,
    MOST_JOKERS, NEEDS, NUMBERS, OPEN_ROW, OPTIONS, OTHERS, PRICES, ROW, SET_ROW, SLOTS, STAND_SLOTS, STANDS, STATE, VECTORS, WAYS,
)


cdef class Weights:
    cdef long long[KINDS * COPIES] gain  # by kind and copies laid


cdef class Effort:
    cdef public long long left  # successors that may still be looked at
    cdef public bint exact  # nothing was cut short so far


cdef class Work:
    # --- the position, by kind ---
    cdef unsigned char[KINDS_ROOM] on_table  # tiles that lie on the table
    cdef unsigned char[KINDS_ROOM] least  # tiles that must lie there afterwards: those, and what the rack must lay
    cdef unsigned char[KINDS_ROOM] most  # tiles that can lie there afterwards: those, and the rack's
    cdef unsigned char[KINDS_ROOM] runs_least  # tiles that must lie in runs (7.2)
    cdef unsigned char[KINDS_ROOM] next_one  # runs of the colour that can go on at the next number (7.3)
    cdef unsigned char[KINDS_ROOM] next_two  # and at the one after it
    cdef unsigned char[KINDS_ROOM] cores_begin  # run cores that begin here
    cdef unsigned char[KINDS_ROOM] cores_end  # run cores whose last tile is here
    cdef long long[KINDS * COPIES] loss  # what the others of the rack come to when so many of the kind are laid

    # --- jokers ---
    cdef int jokers  # all of them
    cdef int table_jokers  # those of the table
    cdef int rack_jokers  # those of the rack
    cdef int must_jokers  # of those, how many must be laid
    cdef long long joker_unit  # a joker that stands for number n loses 13 - n times this

    # --- the question ---
    cdef int mode  # a Mode
    cdef bint every_place  # every place of a joker is tried; else only those where one can be needed
    cdef bint has_cores  # some sets stay together
    cdef long long whole_gain  # what laying the whole rack would gain
    cdef long long start_cost  # what is lost from the start: rack tiles that fit nowhere (7.1)
    cdef int count_least  # the quantity that must be reached
    cdef int count_most  # the quantity that may not be passed
    cdef int count_cap  # beyond this it need not be told apart
    cdef int count_joker  # what a joker adds to it: per joker, or in Mode.POINTS per number it stands for
    cdef bint pays_ahead  # exactly so many tiles are asked for, so that A* knows what must stay behind (5.4)
    cdef long long[(NUMBERS + 1) * NEEDS] ahead  # the least loss still to come, by number and tiles still to be laid

    # --- options of one colour at one number, a row of OPTIONS a colour (3) ---
    cdef unsigned char[4 * OPTIONS] option_tiles  # tiles that join runs
    cdef unsigned char[4 * OPTIONS] option_jokers  # jokers that join runs
    cdef unsigned char[4 * OPTIONS] option_debt  # jokers that the next two numbers will need
    cdef unsigned char[4 * OPTIONS] option_face  # the numbers that its jokers stand for, where that matters
    cdef unsigned int[4 * OPTIONS] option_state  # the colour's state afterwards
    cdef unsigned int[4 * OPTIONS] option_word  # how it came about, for the replay
    cdef long long[4 * OPTIONS] option_cost
    cdef unsigned int[4 * OPTIONS] option_carry
    cdef unsigned char[4 * OPTIONS] option_torn  # which of the table's runs that begin here it tears, as bits
    cdef int[4] options  # how many there are

    # --- groups of one number (4) ---
    cdef unsigned char[(NUMBERS + 1) * VECTORS] deals  # GROUP_JOKERS, then one such table for each number with cores
    cdef int[NUMBERS + 3] deals_at  # where the table of a number begins: 0 without cores
    cdef unsigned char[VECTORS * FIRST_ROW] first_group  # GROUP_FIRST
    cdef unsigned char[VECTORS] group_vector  # the choices listed last: vector,
    cdef unsigned char[VECTORS] group_jokers  # the counts of jokers with which it can be dealt, as a bit mask,
    cdef long long[VECTORS] group_loss  # and what stays behind
    cdef unsigned int groups_now  # the search since which the cheapest groups are the same
    cdef bint keeps_groups  # those of the last search are those of the next
    cdef unsigned int[NUMBERS * VECTORS] cheapest_stamp  # the cheapest, by number and tiles in runs: found when?
    cdef long long[NUMBERS * VECTORS * JOKER_ROW] cheapest_loss  # and by jokers: its loss
    cdef unsigned char[NUMBERS * VECTORS * JOKER_ROW] cheapest_vector  # and its vector

    # --- nodes of the search, as many as there is room for (5) ---
    cdef unsigned long long* node_key  # the state that it stands for
    cdef long long* node_cost  # what is minimised: the loss, or in Mode.CALM the disturbance
    cdef long long* node_loss  # in Mode.CALM the loss, which is bounded; in Mode.SINGLES the tiles that lead here, as bits
    cdef int* node_parent  # the node that it came from
    cdef unsigned int* node_choice  # the options taken on the way
    cdef int* node_next  # the next node with the same key
    cdef unsigned char* node_jokers  # jokers used so far
    cdef unsigned char* node_groups  # the vector of the groups made on the way
    cdef unsigned char* node_kept  # the groups of the table kept on the way, as bits
    cdef int nodes  # how many there are
    cdef int node_room  # how many there can be
    cdef bint over  # the room was too small
    cdef int node_now  # the node whose successors are looked at
    cdef long long effort_then  # the effort before that,
    cdef long long expanded_then  # and the nodes opened by then
    cdef int goal  # the goal found last, or NO_GOAL
    cdef long long effort  # successors looked at since the position was loaded
    cdef long long effort_most  # as many as may be
    cdef bint diving  # deepest first, on and on to better goals; else cheapest first
    cdef bint is_cut  # the last search was ended before it had seen everything
    cdef bint was_cut  # and one of those before it, since the position was loaded
    cdef bint any_goal  # the first goal is good enough
    cdef long long cost_most  # what costs as much is not followed
    cdef bint sees_ahead  # what is at least to come is known (9.1)
    cdef long long[2 * (NUMBERS + 1) * COLOURS * (STATE + 1)] bound  # at least to come, by price, number, colour, state
    cdef long long[2 * (NUMBERS + 1)] bound_groups  # by jokers in groups, by price and number
    cdef long long[2 * (MOST_JOKERS + 1)] bound_jokers  # by jokers that stay behind, by price and jokers used
    cdef bint counts_jokers  # the bounds are those of an opening, for every number of jokers (9.1.1)
    cdef int[STANDS * JOKER_ROW] bound_with  # by what `bound` says of a state, and by jokers that it takes
    cdef int bounds  # how many states of colours have such bounds
    cdef int[MOST_COPIES + 1] kind_costs  # what the tiles of a kind cost that do not lie in runs, by those that do
    cdef int[(NUMBERS + 1) * JOKER_ROW] groups_least  # what the groups from a number on cost at least, by jokers in them
    cdef int[NUMBERS * JOKER_ROW] number_costs  # the same for those of the number alone,
    cdef unsigned char[NUMBERS * JOKER_ROW] number_vector  # and their tiles
    cdef int[JOKER_ROW] shared  # what numbers and some colours cost at least with so many jokers,
    cdef unsigned long long shared_key  # and their states
    cdef long long point_price  # what a point that is still wanted costs at least, at the second price
    cdef long long expanded  # nodes whose successors were looked at, since the position was loaded

    # --- finding a node by its key; the stack and the heap of those that wait ---
    cdef unsigned long long* slot_key  # hash table: the key,
    cdef int* slot_node  # the first node with it,
    cdef unsigned int* slot_stamp  # and the search to which that belongs
    cdef unsigned long long slot_mask  # its size, a power of two, less one: small at first, since near memory is quick
    cdef unsigned long long slots_all  # the same for all that there is room for
    cdef int slots_enough  # the nodes for which it is large enough
    cdef unsigned int stamp  # the number of the search
    cdef int* stack  # nodes of the present cost
    cdef int stacked  # how many
    cdef long long* heap_cost  # dearer nodes: cost
    cdef int* heap_node  # and node
    cdef int heaped  # how many
    cdef long long cost_now  # the present cost

    # --- what one expansion takes beside its node ---
    cdef unsigned int step_carry  # what the successors carry in their key
    cdef unsigned int step_kept  # which of the table's groups are kept, as bits
    cdef unsigned int step_choice  # the ways that are taken
    cdef long long step_due  # what the whole costs at least, where that is known (10.3)
    cdef unsigned long long step_bits  # the single tiles that lead here, as bits (8.2)

    # --- what a choice of runs to be torn comes to (10.1) ---
    cdef unsigned char[ITEMS_ROW] step_items  # the runs that could be torn here
    cdef int step_taken  # tiles that go on in runs as they lie
    cdef int step_held  # jokers in runs that begin as they lie, less those that become free
    cdef long long step_cost  # the cost of those that are torn

    # --- the arrangement (6) ---
    cdef unsigned char[MAX_SETS * SET_ROW] set_tiles  # a row of kinds for each set
    cdef unsigned char[MAX_SETS] set_length  # how many
    cdef unsigned char[MAX_SETS] set_form  # a Form
    cdef unsigned char[MAX_SETS] set_first  # the first number, counted from 0
    cdef int sets  # how many sets
    cdef unsigned long long[MAX_SETS] set_whole  # the tiles of a set, a bit for each kind, and its jokers above them
    cdef unsigned char[13 * OPEN_ROW] open_sets  # the open runs by colour and length, a row each; the last is scratch
    cdef unsigned char[13] opened  # how many
    cdef int[16] path  # the nodes from the start to the goal
    cdef unsigned char[KINDS_ROOM] used  # tiles by kind
    cdef unsigned char[27] counts  # the same in four bits each
    cdef unsigned char[ROW] told  # what was found, as bytes (8.3)

    # --- cores: sets that stay together and may grow ---
    cdef unsigned char[MAX_CORES] core_colour  # of runs: colour,
    cdef unsigned char[MAX_CORES] core_first  # first number, counted from 0,
    cdef unsigned char[MAX_CORES] core_length  # length,
    cdef unsigned char[MAX_CORES * SET_ROW] core_tiles  # kinds, a row each,
    cdef unsigned char[MAX_CORES] core_set  # and the set that it has become
    cdef int run_cores  # how many
    cdef unsigned char[MAX_CORES] group_core_number  # of groups: number, counted from 0,
    cdef unsigned char[MAX_CORES] group_core_colours  # colours, as bits,
    cdef unsigned char[MAX_CORES] group_core_jokers  # and jokers
    cdef int group_cores  # how many
    cdef int[NUMBERS] rest_vector  # what a number with group cores deals out: vector
    cdef int[NUMBERS] rest_jokers  # and jokers

    # --- least disturbance: the sets of the table, called items (10) ---
    cdef int items  # how many
    cdef unsigned char[MAX_ITEMS * SET_ROW] item_row  # its tiles as they lie,
    cdef unsigned char[MAX_ITEMS] item_size  # and how many
    cdef unsigned char[MAX_ITEMS] item_jokers  # its jokers
    cdef long long[MAX_ITEMS] item_cost  # what changing it costs
    cdef unsigned char[MAX_ITEMS] item_torn  # whether it is changed
    cdef unsigned char[MAX_ITEMS] item_first  # of a run: its first and last numbered tile, counted from 0,
    cdef unsigned char[MAX_ITEMS] item_last
    cdef unsigned char[MAX_ITEMS] item_slot  # the bit of a stand that says whether it goes on as it lies,
    cdef unsigned int[COLOURS * SLOTS] slot_busy  # by colour and bit, the numbers at which it is taken,
    cdef unsigned char[MAX_ITEMS * SET_ROW] item_tiles  # by number whether it has a numbered tile there,
    cdef unsigned char[JOKER * ITEMS_ROW] runs_at  # the runs that can be torn at a number, by kind, a row each
    cdef unsigned char[JOKER] runs_here  # how many
    cdef unsigned char[NUMBERS * ITEMS_ROW] groups_at  # the groups of a number, a row each
    cdef unsigned char[NUMBERS] groups_here  # how many
    cdef int[NUMBERS] most_here  # the tiles of a number, four bits a colour
    cdef int[NUMBERS * GROUPS_ROW] kept_tiles  # by number and choice of groups to be kept: their tiles, in the same way,
    cdef int[NUMBERS * GROUPS_ROW] kept_jokers  # their jokers,
    cdef long long[NUMBERS * GROUPS_ROW] kept_cost  # and what changing the others costs
    cdef long long loss_most  # the loss that may not be passed

    # --- the stands of the colours and the ways on from them (10.1) ---
    cdef bint stands_full  # they were made with every place of a joker
    cdef unsigned int stands_now  # the number of the question
    cdef int stands  # how many there are
    cdef unsigned int[STAND_SLOTS] stand_stamp  # hash table: the question to which a place belongs,
    cdef unsigned short[STAND_SLOTS] stand_at  # and the stand
    cdef unsigned int[STANDS] stand_key  # its state, kind (behind the last number too) and kept runs that go on
    cdef int[STANDS] stand_ways  # how many ways on there are, or -1 where they were not listed yet,
    cdef int[STANDS] stand_first  # and the first
    cdef int[(NUMBERS + 1) * COLOURS] first_stand  # a list of the stands of every kind, with its first
    cdef int[(NUMBERS + 1) * COLOURS] bare_stand  # that with nothing open, which is met most, or -1
    cdef int[STANDS] next_stand  # and the one after each; -1 is the end
    cdef int ways  # how many there are
    cdef unsigned short[WAYS] way_then  # the stand to which it leads,
    cdef unsigned long long[WAYS] way_key  # and what that adds to a node's key
    cdef unsigned char[WAYS] way_tiles  # tiles that lie in runs
    cdef unsigned char[WAYS] way_jokers  # jokers that do,
    cdef unsigned char[WAYS] way_needs  # and with those that the next two numbers will need
    cdef int[WAYS] way_extra  # what it costs beyond the least (10.3)
    cdef int[WAYS] way_cost  # the cost of the runs that are torn,
    cdef unsigned char[WAYS] way_torn  # which of those that begin here, as bits
    cdef unsigned int[WAYS] way_word  # how it came about, for the replay

    # --- what a number makes of the tiles that are not in runs (10.2) ---
    cdef int others  # how many there are
    cdef unsigned int[NUMBERS * VECTORS] others_stamp  # by number and tiles in runs: the question to which it belongs,
    cdef int[NUMBERS * VECTORS] others_first  # the first
    cdef int[NUMBERS * VECTORS] others_count  # and how many
    cdef int[NUMBERS] first_other  # a list of all of a number, with its first
    cdef int[OTHERS] next_other  # and the one after each; -1 is the end
    cdef unsigned char[OTHERS] other_runs  # the tiles in runs beside it
    cdef int[OTHERS] other_extra  # what it costs beyond the least (10.3)
    cdef int[OTHERS] other_cost  # the cost of the groups that are changed
    cdef long long[OTHERS] other_loss  # what stays behind
    cdef unsigned char[OTHERS] other_jokers  # jokers in groups
    cdef unsigned char[OTHERS] other_kept  # the groups that are kept, as bits
    cdef unsigned char[OTHERS] other_vector  # the tiles in other groups

    # --- what is at least to come (10.3) ---
    cdef bint is_priced  # whether that is known
    cdef int loss_shift  # what stays behind is counted in parts of so many bits
    cdef long long[PRICES] price  # what a tile of a kind costs that is given to groups; a joker; some parts of a loss
    cdef long long[PRICES] best_price  # those at which the least was most
    cdef long long[PRICES] heading  # where they move
    cdef long long[STANDS] stand_least  # what a colour costs at least from here on,
    cdef int[STANDS] stand_best  # and the way that costs so little
    cdef long long[NUMBERS + 1] number_least  # what the numbers from here on cost at least
    cdef int[NUMBERS] number_best  # and what costs so little at each
    cdef long long[PRICES] disagree  # tiles that a colour gives to groups, less those that the number takes
    cdef int[MAX_ITEMS + 1] least_tiles  # the tiles of so many sets of the table: at least
    cdef int[MAX_ITEMS + 1] most_tiles  # and at most

    # --- layers of single tiles: nodes lie in two halves of the room, in turn (8.2) ---
    cdef int layer_at  # where the new layer begins
    cdef int layer_nodes  # how many nodes it has
    cdef int layer_room  # how many it can have

    cdef list grown  # the arrays behind the pointers

    cpdef resize(self, int nodes)


cdef Work taken()
cdef object given_back(Work w)
cdef size_t start_array(list grown, str code, int size) except? 0
cdef size_t larger_array(list grown, list old, str code, int size) except? 0
