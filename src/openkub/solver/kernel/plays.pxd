from openkub.solver.kernel.drawing cimport draw, given_sketch, taken_sketch
from openkub.solver.kernel.graph cimport Graph, add_row, make_rows
from openkub.solver.kernel.layout cimport (
    FEW_EDGES, FEW_PLAYS, FEW_STEPS, LAYER_BITS, MAX_EDGES, NOWHERE, NUMBERS, VECTORS, WORDS, spread,
)
from openkub.solver.kernel.loading cimport load, ready
from openkub.solver.kernel.search cimport tiles_in
from openkub.solver.kernel.sketch cimport Sketch
from openkub.solver.kernel.ways cimport look_back
from openkub.solver.kernel.work cimport Effort, Work, given_back, taken
