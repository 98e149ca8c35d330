# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="import-untyped, import-not-found, no-any-return"
"""The exact solver of a turn: a shortest path over the numbers 1..13.

docs/solver.md explains the ideas; the numbered steps here follow it.
The file is Cython in pure Python mode: compiled it works without the GIL, and
interpreted it gives the same answers, only slower.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

JOKER = 52
KINDS = 53
JK = cython.declare(cython.int, 52)  # the same for compiled code
# A cost no real plan reaches; weights must sum to less than this.
INF = cython.declare(cython.longlong, 1 << 62)
# Multiplier of the hash (2^64 / golden ratio); above 2^63, so declared here.
MIX = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MASK64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
LOW36 = cython.declare(cython.ulonglong, (1 << 36) - 1)
DEAD = cython.declare(cython.ulonglong, 1 << 63)  # marks a node that another one replaced
OPTS = cython.declare(cython.int, 256)  # room for one colour's options at one number
MAX_OBJECTS = cython.declare(cython.int, 128)  # sets in an arrangement (160 tiles / 3, with room)
MAX_NODES = 160_000  # the most search nodes: keeps a workspace below 16 MiB
NEEDS = cython.declare(cython.int, 168)  # tiles that may have to be placed, with room
FIRST_NODES = 1 << 13

# ---------------------------------------------------------------------------
# 1. Groups. A "group vector" g holds for each colour how many tiles of one
#    number lie in groups (two bits a colour). GROUP_JOKERS[g] is a bit mask of
#    the joker counts with which g can be dealt out into groups, and
#    GROUP_FIRST[g * 8 + k] names one first group of such a dealing. Found by
#    recursion, so that 2+2+2+2 with one joker is three groups of three.
# ---------------------------------------------------------------------------


def _group_tables() -> tuple[bytes, bytes]:
    masks = bytearray(256)
    first = bytearray(256 * 8)
    masks[0] = 1
    for g in range(1, 256):
        have = [(g >> (2 * c)) & 3 for c in range(4)]
        for mask in range(1, 16):
            if any(have[c] == 0 for c in range(4) if mask >> c & 1):
                continue
            rest = g - sum(1 << (2 * c) for c in range(4) if mask >> c & 1)
            size = bin(mask).count("1")
            for jokers in range(max(0, 3 - size), 5 - size):
                for k in range(5 - jokers):
                    if masks[rest] >> k & 1 and not masks[g] >> (k + jokers) & 1:
                        masks[g] |= 1 << (k + jokers)
                        first[g * 8 + k + jokers] = mask | jokers << 4
    return bytes(masks), bytes(first)


GROUP_JOKERS, GROUP_FIRST = _group_tables()


# ---------------------------------------------------------------------------
# 2. Memory. Every work array is an `array` kept alive by its owner; compiled
#    code reaches it through a bare C pointer, interpreted code directly.
# ---------------------------------------------------------------------------


@cython.cfunc
def _pb(keep: object) -> cython.p_uchar:
    if cython.compiled:
        view: cython.uchar[::1] = keep
        return cython.address(view[0])
    else:
        return keep


@cython.cfunc
def _pi(keep: object) -> cython.p_int:
    if cython.compiled:
        view: cython.int[::1] = keep
        return cython.address(view[0])
    else:
        return keep


@cython.cfunc
def _pu(keep: object) -> cython.p_uint:
    if cython.compiled:
        view: cython.uint[::1] = keep
        return cython.address(view[0])
    else:
        return keep


@cython.cfunc
def _pl(keep: object) -> cython.p_longlong:
    if cython.compiled:
        view: cython.longlong[::1] = keep
        return cython.address(view[0])
    else:
        return keep


@cython.cfunc
def _pk(keep: object) -> cython.p_ulonglong:
    if cython.compiled:
        view: cython.ulonglong[::1] = keep
        return cython.address(view[0])
    else:
        return keep


@cython.cclass
class Weights:
    """Gains of rack tiles: gain(kind, copies) for 0..7 copies placed of each kind."""

    gain: cython.p_longlong
    _keep: Any

    def __init__(self, table: Sequence[Sequence[int]]) -> None:
        """`table[kind]` lists the total gain of placing 1, 2, 3.. copies.

        Non-negative and not falling; the last entry holds for all further copies.
        """
        if len(table) != KINDS:
            raise ValueError("weights need one row per kind, 53 in all")
        keep = array("q", bytes(8 * KINDS * 8))
        for kind, row in enumerate(table):
            last = 0
            for copies in range(1, 8):
                if copies <= len(row):
                    if row[copies - 1] < last:
                        raise ValueError(f"the gains of kind {kind} must not fall")
                    last = row[copies - 1]
                keep[kind * 8 + copies] = last
        self._keep = keep
        self.gain = _pl(keep)


def tile_weights() -> Weights:
    """Every rack tile counts one."""
    return Weights([[1, 2, 3, 4, 5, 6, 7]] * KINDS)


def value_weights(joker: int = 30) -> Weights:
    """Every rack tile counts its face value, a joker `joker`."""
    rows = [[(k // 4 + 1) * c for c in range(1, 8)] for k in range(52)]
    return Weights([*rows, [joker * c for c in range(1, 8)]])


@cython.cclass
class Work:
    """Scratch memory of one solve; taken from a pool, so threads never share one."""

    # the position: tiles on the table, least and most to be used, per kind
    tab: cython.p_uchar
    tmin: cython.p_uchar
    lo: cython.p_uchar
    av: cython.p_uchar
    cst: cython.p_longlong
    qk: cython.p_uchar
    la1: cython.p_uchar
    la2: cython.p_uchar
    cstart: cython.p_uchar
    cend: cython.p_uchar
    feas: cython.p_uchar
    feas_at: cython.p_int
    first: cython.p_uchar
    # jokers: on the table, on the rack, at least this many of the rack's
    jt: cython.int
    jr: cython.int
    jmust: cython.int
    jall: cython.int
    junit: cython.longlong
    full: cython.bint
    cores: cython.bint
    # exact counts: the least loss still to come, by number and tiles to place
    ahead: cython.bint
    hpot: cython.p_longlong
    # the quantity dimension: 0 none, 1 counts rack tiles, 2 face values
    qmode: cython.int
    qcap: cython.int
    qneed: cython.int
    qmax: cython.int
    qjoker: cython.int
    # options of one expansion
    ot: cython.p_uchar
    ox: cython.p_uchar
    od: cython.p_uchar
    oj: cython.p_uchar
    ons: cython.p_uint
    odet: cython.p_uint
    nopts: cython.p_int
    # group choices, cached by number and tiles in runs
    gstamp: cython.p_uint
    gcost: cython.p_longlong
    gbest: cython.p_uchar
    # nodes, hash table, stack and heap of the search
    nkey: cython.p_ulonglong
    ncost: cython.p_longlong
    npar: cython.p_int
    nopt: cython.p_uint
    nnext: cython.p_int
    njok: cython.p_uchar
    ngrp: cython.p_uchar
    nn: cython.int
    cap: cython.int
    hkey: cython.p_ulonglong
    hidx: cython.p_int
    hstamp: cython.p_uint
    hmask: cython.ulonglong
    stamp: cython.uint
    stack: cython.p_int
    sp: cython.int
    hc: cython.p_longlong
    hn: cython.p_int
    hp: cython.int
    cur: cython.longlong
    cost0: cython.longlong
    base: cython.longlong
    over: cython.bint
    goal: cython.int
    expanded: cython.longlong
    # the arrangement: sets as rows of 16 kinds
    odat: cython.p_uchar
    olen: cython.p_uchar
    otyp: cython.p_uchar
    ofrom: cython.p_uchar
    nobj: cython.int
    lst: cython.p_uchar
    lcnt: cython.p_uchar
    path: cython.p_int
    used: cython.p_uchar
    rcores: cython.p_uchar
    nrcores: cython.int
    gcores: cython.p_uchar
    ngcores: cython.int
    # least disturbance: the table's sets, which are kept, and what that takes
    jextra: cython.int
    cextra: cython.longlong
    abits: cython.ulonglong
    combo: cython.uint
    lossmax: cython.longlong
    nloss: cython.p_longlong
    nkeep: cython.p_uint
    itile: cython.p_uchar
    ijok: cython.p_uchar
    isize: cython.p_uchar
    iend: cython.p_uchar
    islot: cython.p_uchar
    iat: cython.p_uchar
    icount: cython.p_uchar
    sitem: cython.p_uchar
    av0: cython.p_uchar
    lo0: cython.p_uchar
    tab0: cython.p_uchar
    # the layers of the single tiles
    vkey: cython.p_ulonglong
    vmask: cython.p_ulonglong
    vbits: cython.ulonglong
    vflag: cython.int
    laoff: cython.int
    vcap: cython.int
    vnew: cython.int
    vbase_new: cython.int
    _keep: Any
    _grow: Any

    def __init__(self) -> None:
        self._keep = {}
        self._grow = {}
        self.tab = _pb(self._new("B", 64))
        self.lo = _pb(self._new("B", 64))
        self.tmin = _pb(self._new("B", 64))
        self.av = _pb(self._new("B", 80))
        self.cst = _pl(self._new("q", KINDS * 8))
        self.qk = _pb(self._new("B", 64))
        self.la1 = _pb(self._new("B", 128))
        self.la2 = _pb(self._new("B", 128))
        self.cstart = _pb(self._new("B", 80))
        self.cend = _pb(self._new("B", 64))
        self.feas = _pb(self._new("B", 14 * 256))
        self.feas_at = _pi(self._new("i", 16))
        self.first = _pb(self._new("B", 256 * 8))
        for i in range(256):
            self.feas[i] = GROUP_JOKERS[i]
        for i in range(256 * 8):
            self.first[i] = GROUP_FIRST[i]
        self.ot = _pb(self._new("B", 4 * 256))
        self.ox = _pb(self._new("B", 4 * 256))
        self.od = _pb(self._new("B", 4 * 256))
        self.oj = _pb(self._new("B", 4 * 256))
        self.ons = _pu(self._new("I", 4 * 256))
        self.odet = _pu(self._new("I", 4 * 256))
        self.nopts = _pi(self._new("i", 4))
        self.gstamp = _pu(self._new("I", 13 * 256))
        self.gcost = _pl(self._new("q", 13 * 256 * 5))
        self.gbest = _pb(self._new("B", 13 * 256 * 5))
        self.itile = _pb(self._new("B", 64 * 16))
        self.ijok = _pb(self._new("B", 64))
        self.isize = _pb(self._new("B", 64))
        self.iend = _pb(self._new("B", 64))
        self.islot = _pb(self._new("B", 64))
        self.iat = _pb(self._new("B", 13 * 16))
        self.icount = _pb(self._new("B", 16))
        self.sitem = _pb(self._new("B", 13 * 20))
        self.av0 = _pb(self._new("B", 80))
        self.lo0 = _pb(self._new("B", 80))
        self.tab0 = _pb(self._new("B", 80))
        self.hpot = _pl(self._new("q", 14 * NEEDS))
        self.odat = _pb(self._new("B", 128 * 16))
        self.olen = _pb(self._new("B", 128))
        self.otyp = _pb(self._new("B", 128))
        self.ofrom = _pb(self._new("B", 128))
        self.lst = _pb(self._new("B", 13 * 32))
        self.lcnt = _pb(self._new("B", 12))
        self.path = _pi(self._new("i", 16))
        self.used = _pb(self._new("B", 64))
        self.rcores = _pb(self._new("B", 64 * 32))
        self.gcores = _pb(self._new("B", 64 * 4))
        self.nrcores = 0
        self.ngcores = 0
        self.stamp = 0
        self.cores = False
        self.laoff = 0
        self.jextra = 0
        self.resize(FIRST_NODES)

    def _new(self, code: str, size: int) -> Any:
        keep = array(code, bytes(size * array(code).itemsize))
        self._keep[len(self._keep)] = keep
        return keep

    def resize(self, nodes: int) -> None:
        """Make room for this many nodes; what a search had found is lost."""
        slots = 1 << nodes.bit_length()  # a power of two, one half to full twice as many
        self._grow = {}  # the old room is given back before the new one is taken
        g: Any = {
            "nkey": array("Q", [0]) * nodes,
            "ncost": array("q", [0]) * nodes,
            "npar": array("i", [0]) * nodes,
            "nopt": array("I", [0]) * nodes,
            "nnext": array("i", [0]) * nodes,
            "nloss": array("q", [0]) * nodes,
            "nkeep": array("I", [0]) * nodes,
            "njok": array("B", [0]) * nodes,
            "ngrp": array("B", [0]) * nodes,
            "hkey": array("Q", [0]) * slots,
            "hidx": array("i", [0]) * slots,
            "hstamp": array("I", [0]) * slots,
            "stack": array("i", [0]) * nodes,
            "hc": array("q", [0]) * nodes,
            "hn": array("i", [0]) * nodes,
        }
        self._grow = g
        self.nkey = _pk(g["nkey"])
        self.ncost = _pl(g["ncost"])
        self.npar = _pi(g["npar"])
        self.nopt = _pu(g["nopt"])
        self.nnext = _pi(g["nnext"])
        self.nloss = _pl(g["nloss"])
        self.nkeep = _pu(g["nkeep"])
        self.njok = _pb(g["njok"])
        self.ngrp = _pb(g["ngrp"])
        self.hkey = _pk(g["hkey"])
        self.hidx = _pi(g["hidx"])
        self.hstamp = _pu(g["hstamp"])
        self.stack = _pi(g["stack"])
        self.hc = _pl(g["hc"])
        self.hn = _pi(g["hn"])
        self.cap = nodes
        self.hmask = slots - 1


# ---------------------------------------------------------------------------
# 3. One colour at one number. Open runs of a colour are counted by length
#    1, 2 and 3-or-more (three bits each: the colour's state). Given how many
#    tiles join runs the successor is forced: lengths 1 and 2 must go on, then
#    the long ones do, and only then do new runs start.
# ---------------------------------------------------------------------------


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _emit(
    w: Work,
    v: cython.int,
    c: cython.int,
    n: cython.int,
    n1: cython.int,
    n2: cython.int,
    n3: cython.int,
    t: cython.int,
    x: cython.int,
    jn: cython.int,
    jrem: cython.int,
    det: cython.uint,
) -> cython.int:
    """Append one option unless the next two numbers cannot continue its runs."""
    i: cython.int = v * 4 + c
    m: cython.int = n1 + n2
    d: cython.int = 0
    k: cython.int
    keep: cython.int
    n3 += w.cend[i]
    # 3.1 After 13 nothing may stay open, after 12 no run of length one.
    if v == 12:
        if m > 0:
            return n
        n3 = 0
    else:
        if v == 11 and n1 > 0:
            return n
        # 3.2 Look ahead: runs that must go on need tiles at the next two
        #     numbers; what is missing must be jokers, and we count them now.
        k = m - w.la1[i + w.laoff]
        if k > 0:
            d += k
        k = n1 - w.la2[i + w.laoff]
        if k > 0:
            d += k
    if x + d > jrem:
        return n
    # 3.3 Long runs that nothing can continue are closed at once, so that
    #     states which differ only in them become one.
    if n3 > 0:
        keep = m - w.cstart[i + 4]
        if keep < 0:
            keep = 0
        keep = w.la1[i + w.laoff] - keep
        if keep < 0:
            keep = 0
        k = jrem - x
        if not w.full and k > w.la2[i + w.laoff]:
            k = w.la2[i + w.laoff]
        keep += k
        if n3 > keep:
            n3 = keep
        if n3 > 7:
            n3 = 7
    if n >= 256:
        w.over = True
        return n
    k = c * 256 + n
    w.ot[k] = t
    w.ox[k] = x
    w.od[k] = d
    w.oj[k] = jn
    w.ons[k] = n1 | n2 << 3 | n3 << 6
    w.odet[k] = det
    return n + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _runs_lean(
    w: Work,
    v: cython.int,
    c: cython.int,
    n: cython.int,
    n1: cython.int,
    n2: cython.int,
    n3: cython.int,
    jrem: cython.int,
    det: cython.uint,
) -> cython.int:
    """Options when jokers are optional: only places where one can be needed."""
    a: cython.int = w.av[v * 4 + c]
    m: cython.int = n1 + n2
    t: cython.int
    y: cython.int
    x: cython.int
    e3: cython.int
    s: cython.int
    h: cython.int
    top: cython.int
    t = m - jrem
    if t < w.tmin[v * 4 + c]:
        t = w.tmin[v * 4 + c]
    while t <= a:
        if t <= m:
            # 3.4 Jokers fill what the tiles cannot; a long run may be bridged
            #     by a joker (y of them), and then must go on at once: it
            #     counts as length 2 again.
            x = m - t
            top = n3
            if top > jrem - x:
                top = jrem - x
            if top > w.la1[v * 4 + c + w.laoff]:
                top = w.la1[v * 4 + c + w.laoff]
            y = top
            while y >= 0:
                n = _emit(w, v, c, n, 0, n1 + y, n2, t, x + y, 0, jrem, det | t | x << 3 | y << 6)
                y -= 1
        else:
            e3 = t - m
            if e3 > n3:
                e3 = n3
            s = t - m - e3
            # 3.5 A joker heads a run only in 11-12-13: everywhere else it can
            #     move to the tail. Runs starting at 12 bring one, at 13 two.
            if s > 0 and v >= 11:
                h = v - 10
                if s * h <= jrem:
                    if v == 11:
                        n = _emit(
                            w,
                            v,
                            c,
                            n,
                            0,
                            n1 + s,
                            n2 + e3,
                            t,
                            s,
                            0,
                            jrem,
                            det | (t - s) | s << 9 | h << 11 | (h << 14 if s > 1 else 0) | (h << 17 if s > 2 else 0),
                        )
                    else:
                        n = _emit(
                            w,
                            v,
                            c,
                            n,
                            0,
                            n1,
                            n2 + e3 + s,
                            t,
                            2 * s,
                            0,
                            jrem,
                            det | (t - s) | s << 9 | h << 11 | (h << 14 if s > 1 else 0) | (h << 17 if s > 2 else 0),
                        )
            else:
                top = n3 - e3
                if top > jrem:
                    top = jrem
                if top > w.la1[v * 4 + c + w.laoff]:
                    top = w.la1[v * 4 + c + w.laoff]
                y = top
                while y >= 0:
                    n = _emit(w, v, c, n, s, n1 + y, n2 + e3, t, y, 0, jrem, det | (t - s) | y << 6 | s << 9)
                    y -= 1
        t += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _runs_full(
    w: Work,
    v: cython.int,
    c: cython.int,
    n: cython.int,
    n1: cython.int,
    n2: cython.int,
    n3: cython.int,
    jrem: cython.int,
    x0: cython.int,
    det: cython.uint,
) -> cython.int:
    """Options when every place of a joker matters (heads, tails, face values)."""
    a: cython.int = w.av[v * 4 + c]
    m: cython.int = n1 + n2
    num: cython.int = v + 1
    t: cython.int
    s: cython.int
    e: cython.int
    te: cython.int
    jx: cython.int
    h1: cython.int
    h2: cython.int
    h3: cython.int
    s0: cython.int
    p1: cython.int
    p2: cython.int
    p3: cython.int
    x: cython.int
    jn: cython.int
    left: cython.int
    for t in range(w.tmin[v * 4 + c], a + 1):
        for s in range(t + 1):
            te = t - s
            e = m if m > te else te
            while e <= m + n3:
                jx = e - te
                left = jrem - x0 - jx
                if left < 0:
                    break
                # 3.6 New runs bring h jokers in front, h1 >= h2 >= h3; a run
                #     without any would rather have joined a long one.
                h1 = 0 if s < 1 else (left if left < v else v)
                while h1 >= 0:
                    h2 = 0 if s < 2 else (left - h1 if left - h1 < h1 else h1)
                    while h2 >= 0:
                        h3 = 0 if s < 3 else (left - h1 - h2 if left - h1 - h2 < h2 else h2)
                        while h3 >= 0:
                            s0 = s - (1 if h1 > 0 else 0) - (1 if h2 > 0 else 0) - (1 if h3 > 0 else 0)
                            if s0 == 0 or e == m + n3:
                                p1 = s0
                                p2 = (1 if h1 == 1 else 0) + (1 if h2 == 1 else 0) + (1 if h3 == 1 else 0)
                                p3 = (1 if h1 > 1 else 0) + (1 if h2 > 1 else 0) + (1 if h3 > 1 else 0)
                                x = x0 + jx + h1 + h2 + h3
                                jn = jx * num
                                jn += h1 * num - h1 * (h1 + 1) // 2
                                jn += h2 * num - h2 * (h2 + 1) // 2
                                jn += h3 * num - h3 * (h3 + 1) // 2
                                n = _emit(
                                    w,
                                    v,
                                    c,
                                    n,
                                    p1,
                                    n1 + p2,
                                    n2 + (e - m) + p3,
                                    t,
                                    x,
                                    jn,
                                    jrem,
                                    det | te | jx << 3 | s << 9 | h1 << 11 | h2 << 14 | h3 << 17,
                                )
                            h3 -= 1
                        h2 -= 1
                    h1 -= 1
                e += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _options(w: Work, v: cython.int, c: cython.int, cs: cython.int, jrem: cython.int) -> cython.int:
    """All options of colour c at number index v from colour state cs."""
    n: cython.int = 0
    n1: cython.int = cs & 7
    n2: cython.int = cs >> 3 & 7
    n3: cython.int = cs >> 6 & 7
    k: cython.int
    a1: cython.int
    a2: cython.int
    hh: cython.int
    if not w.cores or w.cstart[v * 4 + c] == 0:
        if w.full:
            n = _runs_full(w, v, c, n, n1, n2, n3, jrem, 0, 0)
        else:
            n = _runs_lean(w, v, c, n, n1, n2, n3, jrem, 0)
    else:
        # 3.7 Run cores that begin here: each may swallow one open run of any
        #     length (only short ones gain by it), or take jokers in front.
        k = w.cstart[v * 4 + c]
        for a1 in range((n1 if n1 < k else k) + 1):
            for a2 in range((n2 if n2 < k - a1 else k - a1) + 1):
                if w.full:
                    hh = 0
                    while hh <= jrem and hh <= (k - a1 - a2) * v:
                        n = _runs_full(w, v, c, n, n1 - a1, n2 - a2, n3, jrem, hh, a1 << 20 | a2 << 22 | hh << 24)
                        hh += 1
                else:
                    n = _runs_lean(w, v, c, n, n1 - a1, n2 - a2, n3, jrem, a1 << 20 | a2 << 22)
    w.nopts[c] = n
    return n


# ---------------------------------------------------------------------------
# 4. Groups of one number, given how many tiles of each colour lie in runs:
#    the cheapest group vector for every count of jokers.
# ---------------------------------------------------------------------------


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _groups(w: Work, v: cython.int, ti: cython.int) -> cython.int:
    e: cython.int = v * 256 + ti
    i: cython.int = v * 4
    k: cython.int
    fo: cython.int
    f: cython.int
    g: cython.int
    g0: cython.int
    g1: cython.int
    g2: cython.int
    g3: cython.int
    t0: cython.int = ti & 3
    t1: cython.int = ti >> 2 & 3
    t2: cython.int = ti >> 4 & 3
    t3: cython.int = ti >> 6 & 3
    l0: cython.int
    l1: cython.int
    l2: cython.int
    l3: cython.int
    c0: cython.longlong
    c1: cython.longlong
    c2: cython.longlong
    c3: cython.longlong
    best: cython.longlong
    if w.gstamp[e] == w.stamp:
        return e * 5
    w.gstamp[e] = w.stamp
    e *= 5
    for k in range(w.jall + 1):
        w.gcost[e + k] = INF
    l0 = w.lo[i] - t0
    l1 = w.lo[i + 1] - t1
    l2 = w.lo[i + 2] - t2
    l3 = w.lo[i + 3] - t3
    if l0 < 0:
        l0 = 0
    if l1 < 0:
        l1 = 0
    if l2 < 0:
        l2 = 0
    if l3 < 0:
        l3 = 0
    fo = w.feas_at[v]
    # 4.0 Too few colours left for any group: all must lie in runs or stay behind.
    k = (w.av[i] > t0) + (w.av[i + 1] > t1) + (w.av[i + 2] > t2) + (w.av[i + 3] > t3)
    if fo == 0 and (k == 0 or k + w.jall < 3):
        if l0 + l1 + l2 + l3 == 0:
            w.gbest[e] = 0
            w.gcost[e] = (
                w.cst[i * 8 + t0 - w.tab[i]]
                + w.cst[i * 8 + 8 + t1 - w.tab[i + 1]]
                + w.cst[i * 8 + 16 + t2 - w.tab[i + 2]]
                + w.cst[i * 8 + 24 + t3 - w.tab[i + 3]]
            )
        return e
    for g0 in range(l0, w.av[i] - t0 + 1):
        c0 = w.cst[i * 8 + t0 + g0 - w.tab[i]]
        for g1 in range(l1, w.av[i + 1] - t1 + 1):
            c1 = c0 + w.cst[i * 8 + 8 + t1 + g1 - w.tab[i + 1]]
            for g2 in range(l2, w.av[i + 2] - t2 + 1):
                c2 = c1 + w.cst[i * 8 + 16 + t2 + g2 - w.tab[i + 2]]
                for g3 in range(l3, w.av[i + 3] - t3 + 1):
                    g = g0 | g1 << 2 | g2 << 4 | g3 << 6
                    f = w.feas[fo + g]
                    if f == 0:
                        continue
                    c3 = c2 + w.cst[i * 8 + 24 + t3 + g3 - w.tab[i + 3]]
                    for k in range(w.jall + 1):
                        if f >> k & 1:
                            if c3 < w.gcost[e + k]:
                                w.gcost[e + k] = c3
                                w.gbest[e + k] = g
                            if not w.full:
                                break
    # 4.1 With optional jokers more of them must buy something.
    if not w.full:
        best = INF
        for k in range(w.jall + 1):
            if w.gcost[e + k] >= best:
                w.gcost[e + k] = INF
            else:
                best = w.gcost[e + k]
    return e


# ---------------------------------------------------------------------------
# 5. The search: cheapest loss first, and among equal losses deepest first.
# ---------------------------------------------------------------------------


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _push(
    w: Work,
    key: cython.ulonglong,
    cost: cython.longlong,
    jok: cython.int,
    parent: cython.int,
    opt: cython.uint,
    g: cython.int,
) -> cython.void:
    """Add a node unless one with the same state is as cheap in loss and jokers."""
    slot: cython.ulonglong
    i: cython.int
    prev: cython.int
    head: cython.int
    p: cython.int
    q: cython.int
    slot = ((key * MIX) & MASK64) >> 20 & w.hmask
    while w.hstamp[slot] == w.stamp and w.hkey[slot] != key:
        slot = (slot + 1) & w.hmask
    head = -1
    if w.hstamp[slot] == w.stamp:
        head = w.hidx[slot]
        # 5.1 Nodes of one state are chained; with optional jokers fewer are
        #     never worse, so a node must beat all in the loss or in jokers.
        i = head
        prev = -1
        while i >= 0:
            if w.ncost[i] <= cost and w.njok[i] <= jok:
                return
            if cost <= w.ncost[i] and jok <= w.njok[i]:
                w.nkey[i] |= DEAD  # the new one is at least as good
                if prev < 0:
                    head = w.nnext[i]
                else:
                    w.nnext[prev] = w.nnext[i]
            else:
                prev = i
            i = w.nnext[i]
    if w.nn >= w.cap:
        w.over = True
        return
    i = w.nn
    w.nn += 1
    w.nkey[i] = key
    w.ncost[i] = cost
    w.njok[i] = jok
    w.npar[i] = parent
    w.nopt[i] = opt
    w.ngrp[i] = g
    w.nnext[i] = head
    w.hstamp[slot] = w.stamp
    w.hkey[slot] = key
    w.hidx[slot] = i
    if cost == w.cur:
        w.stack[w.sp] = i
        w.sp += 1
        return
    # 5.2 Dearer nodes wait in a binary heap; among equals the deeper wins.
    p = w.hp
    w.hp += 1
    while p > 0:
        q = (p - 1) >> 1
        if w.hc[q] < cost or (w.hc[q] == cost and w.nkey[w.hn[q]] >> 36 & 15 >= key >> 36 & 15):
            break
        w.hc[p] = w.hc[q]
        w.hn[p] = w.hn[q]
        p = q
    w.hc[p] = cost
    w.hn[p] = i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pop(w: Work) -> cython.int:
    """The next node to expand, or -1."""
    i: cython.int
    p: cython.int
    q: cython.int
    last: cython.int
    cost: cython.longlong
    depth: cython.ulonglong
    if w.sp > 0:
        w.sp -= 1
        return w.stack[w.sp]
    if w.hp == 0:
        return -1
    i = w.hn[0]
    w.cur = w.hc[0]
    w.hp -= 1
    last = w.hn[w.hp]
    cost = w.hc[w.hp]
    depth = w.nkey[last] >> 36 & 15
    p = 0
    while True:
        q = 2 * p + 1
        if q >= w.hp:
            break
        if q + 1 < w.hp and (
            w.hc[q + 1] < w.hc[q]
            or (w.hc[q + 1] == w.hc[q] and w.nkey[w.hn[q + 1]] >> 36 & 15 > w.nkey[w.hn[q]] >> 36 & 15)
        ):
            q += 1
        if cost < w.hc[q] or (cost == w.hc[q] and depth >= w.nkey[w.hn[q]] >> 36 & 15):
            break
        w.hc[p] = w.hc[q]
        w.hn[p] = w.hn[q]
        p = q
    w.hc[p] = cost
    w.hn[p] = last
    return i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _finish(w: Work, node: cython.int) -> cython.void:
    """All numbers are done: decide how many of the rack's jokers are placed."""
    r: cython.int
    lo: cython.int
    hi: cython.int
    q: cython.int
    key: cython.ulonglong
    jok: cython.int = w.njok[node]
    cost: cython.longlong = w.ncost[node]
    lo = jok - w.jt
    hi = w.jr
    if w.full:
        hi = lo
    if lo < w.jmust:
        lo = w.jmust
    cost += (w.jall - jok) * 13 * w.junit
    r = lo
    while r <= hi:
        q = cython.cast(cython.int, w.nkey[node] >> 40 & 255)
        if w.qmode == 1:
            q += r * w.qjoker
            if q > w.qmax:
                break
            if q > w.qcap:
                q = w.qcap
        if q >= w.qneed:
            key = 14 << 36
            if w.ahead:
                q -= r
                _push(w, key, cost - w.hpot[13 * NEEDS + w.qmax - q] + w.cst[JK * 8 + r], 0, node, r, 0)
            else:
                _push(w, key, cost + w.cst[JK * 8 + r], 0, node, r, 0)
        r += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _push_keep(
    w: Work,
    key: cython.ulonglong,
    cost: cython.longlong,
    loss: cython.longlong,
    jok: cython.int,
    parent: cython.int,
    opt: cython.uint,
    g: cython.int,
) -> cython.void:
    """As _push, where a node must beat all others in disturbance, loss or jokers."""
    slot: cython.ulonglong
    i: cython.int
    prev: cython.int = -1
    head: cython.int = -1
    p: cython.int
    q: cython.int
    slot = ((key * MIX) & MASK64) >> 20 & w.hmask
    while w.hstamp[slot] == w.stamp and w.hkey[slot] != key:
        slot = (slot + 1) & w.hmask
    if w.hstamp[slot] == w.stamp:
        head = w.hidx[slot]
        i = head
        while i >= 0:
            if w.ncost[i] <= cost and w.nloss[i] <= loss and w.njok[i] <= jok:
                return
            if cost <= w.ncost[i] and loss <= w.nloss[i] and jok <= w.njok[i]:
                w.nkey[i] |= DEAD
                if prev < 0:
                    head = w.nnext[i]
                else:
                    w.nnext[prev] = w.nnext[i]
            else:
                prev = i
            i = w.nnext[i]
    if w.nn >= w.cap:
        w.over = True
        return
    i = w.nn
    w.nn += 1
    w.nkey[i] = key
    w.ncost[i] = cost
    w.nloss[i] = loss
    w.nkeep[i] = w.combo
    w.njok[i] = jok
    w.npar[i] = parent
    w.nopt[i] = opt
    w.ngrp[i] = g
    w.nnext[i] = head
    w.hstamp[slot] = w.stamp
    w.hkey[slot] = key
    w.hidx[slot] = i
    if cost == w.cur:
        w.stack[w.sp] = i
        w.sp += 1
        return
    p = w.hp
    w.hp += 1
    while p > 0:
        q = (p - 1) >> 1
        if w.hc[q] < cost or (w.hc[q] == cost and w.nkey[w.hn[q]] >> 36 & 15 >= key >> 36 & 15):
            break
        w.hc[p] = w.hc[q]
        w.hn[p] = w.hn[q]
        p = q
    w.hc[p] = cost
    w.hn[p] = i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _inner_keep(
    w: Work,
    node: cython.int,
    v: cython.int,
    ti: cython.int,
    room: cython.int,
    key: cython.ulonglong,
    jok: cython.int,
    opt: cython.uint,
) -> cython.void:
    """Successors where the loss is bounded and the disturbance is the cost."""
    i: cython.int = v * 4
    k: cython.int
    f: cython.int
    g0: cython.int
    g1: cython.int
    g2: cython.int
    g3: cython.int
    t0: cython.int = ti & 3
    t1: cython.int = ti >> 2 & 3
    t2: cython.int = ti >> 4 & 3
    t3: cython.int = ti >> 6 & 3
    loss: cython.longlong
    for g0 in range(w.av[i] - t0 + 1):
        if t0 + g0 < w.lo[i]:
            continue
        for g1 in range(w.av[i + 1] - t1 + 1):
            if t1 + g1 < w.lo[i + 1]:
                continue
            for g2 in range(w.av[i + 2] - t2 + 1):
                if t2 + g2 < w.lo[i + 2]:
                    continue
                for g3 in range(w.av[i + 3] - t3 + 1):
                    if t3 + g3 < w.lo[i + 3]:
                        continue
                    f = w.feas[g0 | g1 << 2 | g2 << 4 | g3 << 6]
                    if f == 0:
                        continue
                    loss = w.nloss[node] + w.cst[i * 8 + t0 + g0 - w.tab[i]]
                    loss += w.cst[i * 8 + 8 + t1 + g1 - w.tab[i + 1]]
                    loss += w.cst[i * 8 + 16 + t2 + g2 - w.tab[i + 2]]
                    loss += w.cst[i * 8 + 24 + t3 + g3 - w.tab[i + 3]]
                    if loss > w.lossmax:
                        continue
                    for k in range(room + 1):
                        if f >> k & 1:
                            if w.full:
                                _push_keep(
                                    w,
                                    key | cython.cast(cython.ulonglong, jok + k) << 60,
                                    w.ncost[node] + w.cextra,
                                    loss,
                                    jok + k,
                                    node,
                                    opt,
                                    g0 | g1 << 2 | g2 << 4 | g3 << 6,
                                )
                            else:
                                _push_keep(
                                    w,
                                    key,
                                    w.ncost[node] + w.cextra,
                                    loss,
                                    jok + k,
                                    node,
                                    opt,
                                    g0 | g1 << 2 | g2 << 4 | g3 << 6,
                                )
                                break


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _inner(
    w: Work,
    node: cython.int,
    v: cython.int,
    ti: cython.int,
    x: cython.int,
    room: cython.int,
    jn: cython.int,
    cols: cython.ulonglong,
    opt: cython.uint,
) -> cython.void:
    """Combine a choice of run options with every useful choice of groups."""
    e: cython.int
    k: cython.int
    i: cython.int
    q: cython.int
    qq: cython.int
    f: cython.int
    g: cython.int
    g0: cython.int
    g1: cython.int
    g2: cython.int
    g3: cython.int
    t0: cython.int
    t1: cython.int
    t2: cython.int
    t3: cython.int
    fo: cython.int
    jok: cython.int = w.njok[node] + x + w.jextra
    key: cython.ulonglong
    base: cython.longlong = w.ncost[node]
    cost: cython.longlong
    key = cols | cython.cast(cython.ulonglong, v + 1) << 36
    if w.qmode == 0:
        e = _groups(w, v, ti)
        k = room
        while k >= 0:
            cost = w.gcost[e + k]
            if cost < INF:
                cost += base + ((x + k) * 13 - jn - k * (v + 1)) * w.junit
                if w.full:
                    _push(
                        w, key | cython.cast(cython.ulonglong, jok + k) << 60, cost, jok + k, node, opt, w.gbest[e + k]
                    )
                else:
                    _push(w, key, cost, jok + k, node, opt, w.gbest[e + k])
            k -= 1
        return
    if w.qmode == 5:
        _inner_keep(w, node, v, ti, room, key | w.abits, jok, opt)
        return
    # 5.3 With a quantity to count no group vector replaces another.
    q = cython.cast(cython.int, w.nkey[node] >> 40 & 255)
    if w.qmode == 2:
        q += jn * w.qjoker
    i = v * 4
    fo = w.feas_at[v]
    t0 = ti & 3
    t1 = ti >> 2 & 3
    t2 = ti >> 4 & 3
    t3 = ti >> 6 & 3
    for g0 in range(w.av[i] - t0 + 1):
        if t0 + g0 < w.lo[i]:
            continue
        for g1 in range(w.av[i + 1] - t1 + 1):
            if t1 + g1 < w.lo[i + 1]:
                continue
            for g2 in range(w.av[i + 2] - t2 + 1):
                if t2 + g2 < w.lo[i + 2]:
                    continue
                for g3 in range(w.av[i + 3] - t3 + 1):
                    if t3 + g3 < w.lo[i + 3]:
                        continue
                    g = g0 | g1 << 2 | g2 << 4 | g3 << 6
                    f = w.feas[fo + g]
                    if f == 0:
                        continue
                    cost = base + w.cst[i * 8 + t0 + g0 - w.tab[i]]
                    cost += w.cst[i * 8 + 8 + t1 + g1 - w.tab[i + 1]]
                    cost += w.cst[i * 8 + 16 + t2 + g2 - w.tab[i + 2]]
                    cost += w.cst[i * 8 + 24 + t3 + g3 - w.tab[i + 3]]
                    qq = q + (t0 + g0 - w.tab[i]) * w.qk[i] + (t1 + g1 - w.tab[i + 1]) * w.qk[i + 1]
                    qq += (t2 + g2 - w.tab[i + 2]) * w.qk[i + 2] + (t3 + g3 - w.tab[i + 3]) * w.qk[i + 3]
                    for k in range(room + 1):
                        if f >> k & 1:
                            e = qq
                            if w.qmode == 2:
                                e += k * (v + 1) * w.qjoker
                            if e > w.qmax:
                                continue
                            if e > w.qcap:
                                e = w.qcap
                            if w.ahead:
                                # 5.4 A* where the count is given: what must stay behind is paid ahead.
                                if w.hpot[(v + 1) * NEEDS + w.qmax - e] >= INF:
                                    break
                                cost += w.hpot[(v + 1) * NEEDS + w.qmax - e] - w.hpot[v * NEEDS + w.qmax - q]
                            if w.full:
                                _push(
                                    w,
                                    key
                                    | cython.cast(cython.ulonglong, jok + k) << 60
                                    | cython.cast(cython.ulonglong, e) << 40,
                                    cost + ((x + k) * 13 - jn - k * (v + 1)) * w.junit,
                                    jok + k,
                                    node,
                                    opt,
                                    g,
                                )
                                if w.ahead:
                                    cost -= w.hpot[(v + 1) * NEEDS + w.qmax - e] - w.hpot[v * NEEDS + w.qmax - q]
                            else:
                                _push(w, key | cython.cast(cython.ulonglong, e) << 40, cost, jok + k, node, opt, g)
                                break


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _expand(w: Work, node: cython.int) -> cython.void:
    """All successors of a node: one option for each colour, then the groups."""
    key: cython.ulonglong = w.nkey[node]
    v: cython.int = cython.cast(cython.int, key >> 36 & 15)
    jrem: cython.int = w.jall - w.njok[node] - w.jextra
    i0: cython.int
    i1: cython.int
    i2: cython.int
    i3: cython.int
    r0: cython.int
    r1: cython.int
    r2: cython.int
    r3: cython.int
    x1: cython.int
    x2: cython.int
    j1: cython.int
    j2: cython.int
    ti1: cython.int
    ti2: cython.int
    c1: cython.ulonglong
    c2: cython.ulonglong
    w.expanded += 1
    if jrem < 0:
        return
    if _options(w, v, 0, cython.cast(cython.int, key & 511), jrem) == 0:
        return
    if _options(w, v, 1, cython.cast(cython.int, key >> 9 & 511), jrem) == 0:
        return
    if _options(w, v, 2, cython.cast(cython.int, key >> 18 & 511), jrem) == 0:
        return
    if _options(w, v, 3, cython.cast(cython.int, key >> 27 & 511), jrem) == 0:
        return
    for i0 in range(w.nopts[0]):
        r0 = jrem - w.ox[i0] - w.od[i0]
        for i1 in range(256, 256 + w.nopts[1]):
            r1 = r0 - w.ox[i1] - w.od[i1]
            if r1 < 0:
                continue
            x1 = w.ox[i0] + w.ox[i1]
            j1 = w.oj[i0] + w.oj[i1]
            ti1 = w.ot[i0] | w.ot[i1] << 2
            c1 = w.ons[i0] | w.ons[i1] << 9
            for i2 in range(512, 512 + w.nopts[2]):
                r2 = r1 - w.ox[i2] - w.od[i2]
                if r2 < 0:
                    continue
                x2 = x1 + w.ox[i2]
                j2 = j1 + w.oj[i2]
                ti2 = ti1 | w.ot[i2] << 4
                c2 = c1 | w.ons[i2] << 18
                for i3 in range(768, 768 + w.nopts[3]):
                    r3 = r2 - w.ox[i3] - w.od[i3]
                    if r3 < 0:
                        continue
                    if w.qmode == 4:
                        _masks(
                            w,
                            v,
                            ti2 | w.ot[i3] << 6,
                            x2 + w.ox[i3],
                            r3,
                            c2 | cython.cast(cython.ulonglong, w.ons[i3]) << 27,
                        )
                        continue
                    _inner(
                        w,
                        node,
                        v,
                        ti2 | w.ot[i3] << 6,
                        x2 + w.ox[i3],
                        r3,
                        j2 + w.oj[i3],
                        c2 | cython.cast(cython.ulonglong, w.ons[i3]) << 27,
                        i0 | (i1 - 256) << 8 | (i2 - 512) << 16 | cython.cast(cython.uint, i3 - 768) << 24,
                    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _search(w: Work) -> cython.int:
    """Run the search: the goal node, -1 when there is none, -2 out of room."""
    node: cython.int
    v: cython.int
    w.stamp += 1
    w.nn = 0
    w.sp = 0
    w.hp = 0
    w.over = False
    w.cur = w.cost0
    w.goal = -1
    if w.ahead:
        w.cur += w.hpot[w.qmax]
    _push(w, 0, w.cur, 0, -1, 0, 0)
    while True:
        node = _pop(w)
        if node < 0 or w.over:
            break
        v = cython.cast(cython.int, w.nkey[node] >> 36 & 15)
        if w.nkey[node] & DEAD:
            continue
        if v == 14:
            w.goal = node
            break
        elif v == 13:
            _finish(w, node)
        else:
            _expand(w, node)
    if w.over:
        return -2
    return w.goal


# ---------------------------------------------------------------------------
# 6. The arrangement: walk back from the goal, replay the options forwards.
#    Sets are rows of `odat`; types: 0 run, 1 group, 2 run core, 3 group core.
# ---------------------------------------------------------------------------


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _object(w: Work, typ: cython.int, first: cython.int) -> cython.int:
    i: cython.int = w.nobj
    if i >= 127:
        w.over = True
        return i
    w.nobj += 1
    w.olen[i] = 0
    w.otyp[i] = typ
    w.ofrom[i] = first
    return i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add(w: Work, obj: cython.int, kind: cython.int) -> cython.void:
    w.odat[obj * 16 + w.olen[obj]] = kind
    w.olen[obj] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _list_add(w: Work, at: cython.int, obj: cython.int) -> cython.void:
    w.lst[at * 32 + w.lcnt[at]] = obj
    w.lcnt[at] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _replay_runs(w: Work, v: cython.int, c: cython.int, det: cython.uint) -> cython.void:
    """Continue, bridge, close and start the runs of one colour at one number."""
    te: cython.int = det & 7
    jx: cython.int = det >> 3 & 7
    y: cython.int = det >> 6 & 7
    s: cython.int = det >> 9 & 3
    a1: cython.int = det >> 20 & 3
    a2: cython.int = det >> 22 & 3
    hh: cython.int = det >> 24 & 7
    kind: cython.int = v * 4 + c
    at: cython.int = c * 3
    i: cython.int
    k: cython.int
    h: cython.int
    obj: cython.int
    cls: cython.int
    m1: cython.int
    m2: cython.int
    m3: cython.int
    # 6.1 Cores that begin here swallow open runs or get jokers in front.
    if w.cores:
        for k in range(w.nrcores):
            if w.rcores[k * 32] != c or w.rcores[k * 32 + 1] != v:
                continue
            if a1 > 0:
                a1 -= 1
                w.lcnt[at] -= 1
                obj = w.lst[at * 32 + w.lcnt[at]]
            elif a2 > 0:
                a2 -= 1
                w.lcnt[at + 1] -= 1
                obj = w.lst[(at + 1) * 32 + w.lcnt[at + 1]]
            else:
                h = hh if hh < v else v
                hh -= h
                obj = _object(w, 0, v - h)
                for i in range(h):
                    _add(w, obj, JK)
            w.otyp[obj] = 2
            w.rcores[k * 32 + 31] = obj
            for i in range(w.rcores[k * 32 + 2]):
                _add(w, obj, w.rcores[k * 32 + 3 + i])
    # 6.2 Tiles go to the short runs, then the long ones; then jokers do.
    m1 = w.lcnt[at]
    m2 = w.lcnt[at + 1]
    m3 = w.lcnt[at + 2]
    w.lcnt[at] = 0
    w.lcnt[at + 1] = 0
    w.lcnt[at + 2] = 0
    for i in range(m2):
        obj = w.lst[(at + 1) * 32 + i]
        if te > 0:
            te -= 1
            _add(w, obj, kind)
        else:
            jx -= 1
            _add(w, obj, JK)
        w.lst[384 + i] = obj
    for i in range(m1):
        obj = w.lst[at * 32 + i]
        if te > 0:
            te -= 1
            _add(w, obj, kind)
        else:
            jx -= 1
            _add(w, obj, JK)
        _list_add(w, at + 1, obj)
    k = m2
    for i in range(m3):
        obj = w.lst[(at + 2) * 32 + i]
        if te > 0:
            te -= 1
            _add(w, obj, kind)
        elif jx > 0:
            jx -= 1
            _add(w, obj, JK)
        elif y > 0:
            y -= 1
            _add(w, obj, JK)
            _list_add(w, at + 1, obj)
            continue
        else:
            continue
        w.lst[384 + k] = obj
        k += 1
    for i in range(k):
        _list_add(w, at + 2, w.lst[384 + i])
    # 6.3 New runs, with their jokers in front.
    for i in range(s):
        h = det >> (11 + 3 * i) & 7
        obj = _object(w, 0, v - h)
        for k in range(h):
            _add(w, obj, JK)
        _add(w, obj, kind)
        cls = h if h < 2 else 2
        _list_add(w, at + cls, obj)
    if w.cores:
        for k in range(w.nrcores):
            if w.rcores[k * 32] == c and w.rcores[k * 32 + 1] + w.rcores[k * 32 + 2] - 1 == v:
                _list_add(w, at + 2, w.rcores[k * 32 + 31])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _replay_groups(w: Work, v: cython.int, g: cython.int, k: cython.int) -> cython.void:
    f: cython.int
    c: cython.int
    obj: cython.int
    while g > 0:
        f = w.first[g * 8 + k]
        obj = _object(w, 1, v)
        for c in range(4):
            if f >> c & 1:
                _add(w, obj, v * 4 + c)
                g -= 1 << (2 * c)
        k -= f >> 4
        for c in range(f >> 4):
            _add(w, obj, JK)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _dump(w: Work, left: cython.int) -> cython.int:
    """Append jokers that no set needed; returns how many found no place."""
    i: cython.int
    k: cython.int
    n: cython.int
    n = w.nobj
    # 6.4 At the tail of a run, at its head, as a group's fourth tile.
    for i in range(n):
        while left > 0 and w.otyp[i] & 1 == 0 and w.ofrom[i] + w.olen[i] < 13:
            _add(w, i, JK)
            left -= 1
    for i in range(n):
        while left > 0 and w.otyp[i] & 1 == 0 and w.ofrom[i] > 0 and w.olen[i] < 13:
            k = w.olen[i]
            while k > 0:
                w.odat[i * 16 + k] = w.odat[i * 16 + k - 1]
                k -= 1
            w.odat[i * 16] = JK
            w.olen[i] += 1
            w.ofrom[i] -= 1
            left -= 1
    for i in range(n):
        if left > 0 and w.otyp[i] & 1 == 1 and w.olen[i] < 4:
            _add(w, i, JK)
            left -= 1
    # 6.5 A run 1..13 is cut in two, and each part has room again.
    for i in range(n):
        if left > 0 and w.otyp[i] == 0 and w.olen[i] == 13:
            k = 3
            while k <= 10:
                if _split(w, i, k):
                    while left > 0 and w.olen[i] < 13:
                        _add(w, i, JK)
                        left -= 1
                    break
                k += 1
    return left


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _split(w: Work, i: cython.int, k: cython.int) -> cython.bint:
    """Cut run i before its k-th tile if both parts keep a numbered tile."""
    p: cython.int
    a: cython.int = 0
    b: cython.int = 0
    obj: cython.int
    for p in range(w.olen[i]):
        if w.odat[i * 16 + p] != JK:
            if p < k:
                a += 1
            else:
                b += 1
    if a == 0 or b == 0:
        return False
    obj = _object(w, 0, w.ofrom[i] + k)
    for p in range(k, w.olen[i]):
        _add(w, obj, w.odat[i * 16 + p])
    w.olen[i] = k
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _arrange(w: Work, goal: cython.int) -> cython.int:
    """Build the sets of a goal node; returns how many jokers found no place."""
    node: cython.int = w.npar[goal]
    v: cython.int
    c: cython.int
    r: cython.int = w.nopt[goal]
    k: cython.int
    jrem: cython.int
    key: cython.ulonglong
    child: cython.int
    opt: cython.uint
    w.nobj = 0
    w.over = False
    v = 13
    while v >= 0:
        w.path[v] = node
        node = w.npar[node]
        v -= 1
    for c in range(12):
        w.lcnt[c] = 0
    for v in range(13):
        node = w.path[v]
        child = w.path[v + 1]
        key = w.nkey[node]
        jrem = w.jall - w.njok[node]
        opt = w.nopt[child]
        k = w.njok[child] - w.njok[node]
        for c in range(4):
            _options(w, v, c, cython.cast(cython.int, key >> (9 * c) & 511), jrem)
            k -= w.ox[c * 256 + (opt >> (8 * c) & 255)]
            _replay_runs(w, v, c, w.odet[c * 256 + (opt >> (8 * c) & 255)])
        if w.feas_at[v] == 0:
            _replay_groups(w, v, w.ngrp[child], k)
        else:
            # 6.6 Group cores are dealt with by the caller, who holds the GIL.
            w.path[v] = w.ngrp[child] | k << 8
    return w.jt + r - w.njok[w.path[13]]


# ---------------------------------------------------------------------------
# 7. Taking a position in.
# ---------------------------------------------------------------------------

Counts = Any  # an int or 27 bytes: one nibble per kind
RunCore = tuple[int, int, Sequence[int]]  # colour, first number, kinds in order
GroupCore = tuple[int, int, int]  # number, mask of colours, jokers

_pool: list[Work] = []


@cython.cfunc
def _take() -> Work:
    """A workspace of our own; list.pop is atomic under the GIL."""
    if _pool:
        return _pool.pop()
    return Work()


@cython.cfunc
def _give(w: Work) -> object:
    if len(_pool) < 4:
        _pool.append(w)
    return None


@cython.cfunc
def _packed(counts: Any) -> bytes:
    if isinstance(counts, bytes):
        if len(counts) != 27:
            raise ValueError("counts need 27 bytes, one nibble per kind")
        return counts
    return cython.cast(bytes, counts.to_bytes(27, "little"))


@cython.cfunc
def _load(w: Work, table: object, rack: object, must: object, weights: Weights) -> object:
    """Fill in the position; step 7.1 costs, 7.2 look-ahead, no cores yet."""
    tb: bytes = _packed(table)
    rb: bytes = _packed(rack)
    mb: bytes = tb
    has_must: cython.bint = must is not None
    i: cython.int
    t: cython.int
    r: cython.int
    m: cython.int
    c: cython.int
    top: cython.longlong
    base: cython.longlong = 0
    if has_must:
        mb = _packed(must)
    for i in range(53):
        if i & 1:
            t = tb[i >> 1] >> 4
            r = rb[i >> 1] >> 4
            m = mb[i >> 1] >> 4 if has_must else 0
        else:
            t = tb[i >> 1] & 15
            r = rb[i >> 1] & 15
            m = mb[i >> 1] & 15 if has_must else 0
        if t + r > (4 if i == 52 else 3):
            raise ValueError(
                f"{t + r} tiles {'*' if i == 52 else 'krby'[i % 4] + str(i // 4 + 1)} are more than there are"
            )
        if m > r:
            raise ValueError(f"kind {i} must be placed {m} times, the rack has {r}")
        w.tab[i] = t
        w.lo[i] = t + m
        w.av[i] = t + r
        if r == 0:
            w.cst[i * 8] = 0
        else:
            top = weights.gain[i * 8 + r]
            base += top
            for c in range(r + 1):
                w.cst[i * 8 + c] = top - weights.gain[i * 8 + c]
    w.jt = w.tab[52]
    w.jr = w.av[52] - w.tab[52]
    w.jmust = w.lo[52] - w.tab[52]
    w.jall = w.av[52]
    for i in range(52, 80):
        w.av[i] = 0
    w.base = base
    w.cost0 = 0
    w.junit = 0
    w.full = False
    w.qmode = 0
    w.qneed = 0
    w.qcap = 0
    w.qmax = 255
    w.qjoker = 0
    w.ahead = False
    w.expanded = 0
    w.laoff = 0
    w.jextra = 0
    if w.cores:
        for i in range(80):
            w.cstart[i] = 0
        for i in range(52):
            w.cend[i] = 0
    w.cores = False
    w.nrcores = 0
    w.ngcores = 0
    for i in range(13):
        w.feas_at[i] = 0
    return None


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ready(w: Work) -> cython.void:
    """Set aside rack tiles that fit nowhere, then compute the look-ahead."""
    i: cython.int
    v: cython.int
    a: cython.int
    b: cython.int
    n: cython.int
    best: cython.int
    again: cython.bint = True
    # 7.1 A rack tile is isolated when every run and group through it lacks
    #     more tiles than there are jokers. Removing one may isolate others.
    while again and not w.cores and w.jall < 2:
        again = False
        for i in range(52):
            if w.av[i] == 0 or w.lo[i] > 0:
                continue
            v = i >> 2
            n = v * 4
            best = 3 - ((w.av[n] > 0) + (w.av[n + 1] > 0) + (w.av[n + 2] > 0) + (w.av[n + 3] > 0))
            if best > w.jall:
                a = 0
                b = 0
                if v >= 1:
                    a = w.av[i - 4] > 0
                if v <= 11:
                    b = w.av[i + 4] > 0
                if v >= 1 and v <= 11:
                    if 2 - a - b < best:
                        best = 2 - a - b
                if v >= 2:
                    n = 2 - a - (w.av[i - 8] > 0)
                    if n < best:
                        best = n
                if v <= 10:
                    n = 2 - b - (w.av[i + 8] > 0)
                    if n < best:
                        best = n
            if best > w.jall:
                w.av[i] = 0
                w.cost0 += w.cst[i * 8]
                w.cst[i * 8] = 0
                again = True
    # 7.2 Where too few colours are there for a group, the table's tiles must
    #     all lie in runs.
    for v in range(13):
        n = v * 4
        best = (w.av[n] > 0) + (w.av[n + 1] > 0) + (w.av[n + 2] > 0) + (w.av[n + 3] > 0)
        for i in range(n, n + 4):
            w.tmin[i] = 0
            if w.feas_at[v] == 0 and best + w.jall < 3:
                w.tmin[i] = w.lo[i]
    # 7.3 How many runs can go on at the next number and the one after it.
    for i in range(52):
        w.la1[i] = w.av[i + 4]
        w.la2[i] = w.av[i + 8]
    if w.cores:
        for i in range(52):
            w.la1[i] += w.cstart[i + 4]
            w.la2[i] += w.cstart[i + 4] + w.cstart[i + 8]


def _set_cores(w: Work, runs: Iterable[Any], groups: Iterable[Any]) -> None:
    """Take in joker sets that stay together and may only grow."""
    per: dict[int, list[tuple[int, int]]] = {}
    n = 0
    for colour, start, kinds in runs:
        if n >= 64:
            raise ValueError("too many cores")
        w.cores = True
        w.rcores[n * 32] = colour
        w.rcores[n * 32 + 1] = start - 1
        w.rcores[n * 32 + 2] = len(kinds)
        for p, kind in enumerate(kinds):
            w.rcores[n * 32 + 3 + p] = kind
        w.cstart[(start - 1) * 4 + colour] += 1
        w.cend[(start - 1 + len(kinds) - 1) * 4 + colour] += 1
        n += 1
    w.nrcores = n
    n = 0
    for number, mask, jokers in groups:
        w.cores = True
        w.gcores[n * 4] = number - 1
        w.gcores[n * 4 + 1] = mask
        w.gcores[n * 4 + 2] = jokers
        per.setdefault(number - 1, []).append((mask, jokers))
        n += 1
    w.ngcores = n
    for v, here in per.items():
        # What cores may take, laid over what ordinary groups can do.
        now = {g: GROUP_JOKERS[g] for g in range(256) if GROUP_JOKERS[g]}
        for mask, jokers in here:
            after: dict[int, int] = {}
            for take, extra in _core_choices(mask, jokers):
                add = sum(1 << (2 * c) for c in range(4) if take >> c & 1)
                for g, bits in now.items():
                    if all((g >> (2 * c) & 3) < 3 or not take >> c & 1 for c in range(4)):
                        after[g + add] = after.get(g + add, 0) | (bits << extra & 31)
            now = after
        w.feas_at[v] = (v + 1) * 256
        for g in range(256):
            w.feas[(v + 1) * 256 + g] = now.get(g, 0)


def _core_choices(mask: int, jokers: int) -> list[tuple[int, int]]:
    """Colours and jokers that a group core may take, smallest first."""
    size = bin(mask).count("1") + jokers
    return [
        (take, extra) for take in range(16) if not take & mask for extra in range(4 - size - bin(take).count("1") + 1)
    ]


def _deal_cores(cores: list[tuple[int, int]], g: int, k: int) -> list[tuple[int, int]] | None:
    """What each core (colours, jokers) takes of the group vector `g` and the jokers `k`, so that the rest is groups."""
    if not cores:
        return [] if k >= 0 and GROUP_JOKERS[g] >> k & 1 else None
    for take, extra in _core_choices(*cores[0]):
        if extra > k or any(take >> c & 1 and not g >> (2 * c) & 3 for c in range(4)):
            continue
        rest = g - sum(1 << (2 * c) for c in range(4) if take >> c & 1)
        more = _deal_cores(cores[1:], rest, k - extra)
        if more is not None:
            return [(take, extra), *more]
    return None


def _deal_group_cores(w: Work) -> None:
    """The groups of numbers with cores, which the compiled replay left out."""
    for v in range(13):
        if w.feas_at[v] == 0:
            continue
        here = [i for i in range(w.ngcores) if w.gcores[i * 4] == v]
        g = w.path[v] & 255
        k = w.path[v] >> 8
        plan = _deal_cores([(w.gcores[i * 4 + 1], w.gcores[i * 4 + 2]) for i in here], g, k)
        assert plan is not None
        for core, (take, extra) in zip(here, plan, strict=True):
            mask = w.gcores[core * 4 + 1] | take
            obj = _object(w, 3, v)
            for c in range(4):
                if mask >> c & 1:
                    _add(w, obj, v * 4 + c)
                if take >> c & 1:
                    g -= 1 << (2 * c)
            for _ in range(w.gcores[core * 4 + 2] + extra):
                _add(w, obj, JK)
            k -= extra
        _replay_groups(w, v, g, k)


# ---------------------------------------------------------------------------
# 8. Running and reading out.
# ---------------------------------------------------------------------------


@cython.cfunc
@cython.exceptval(-3)
def _run(w: Work) -> cython.int:
    """Search with growing room: the goal node or -1."""
    r: cython.int
    while True:
        with cython.nogil:
            r = _search(w)
        if r != -2:
            return r
        if w.cap >= MAX_NODES:
            raise MemoryError("the search needs more room than it may take")
        w.resize(min(w.cap * 4, MAX_NODES))


@cython.cfunc
@cython.exceptval(-3)
def _solved(w: Work) -> cython.int:
    """Search lean, arrange, and search fully where jokers find no place."""
    goal: cython.int
    left: cython.int
    if not w.full:
        goal = _run(w)
        if goal < 0:
            return goal
        left = _arrange(w, goal)
        if w.ngcores:
            _deal_group_cores(w)
        if left > 0:
            left = _dump(w, left)
        if left == 0:
            return goal
        w.full = True
    goal = _run(w)
    if goal >= 0:
        _arrange(w, goal)
        if w.ngcores:
            _deal_group_cores(w)
    return goal


@cython.cfunc
def _sets(w: Work) -> list[bytes]:
    """The arrangement as Python bytes, one per set."""
    out: list[bytes] = []
    i: cython.int
    p: cython.p_uchar
    for i in range(w.nobj):
        if cython.compiled:
            p = w.odat + i * 16
            out.append(p[: w.olen[i]])
        else:
            out.append(bytes(w.odat[i * 16 : i * 16 + w.olen[i]]))
    return out


@cython.cfunc
def _placed(w: Work) -> object:
    """The rack tiles placed, as counts, from the arrangement itself."""
    i: cython.int
    k: cython.int
    packed = bytearray(27)
    for i in range(53):
        w.used[i] = 0
    for i in range(w.nobj):
        for k in range(w.olen[i]):
            w.used[w.odat[i * 16 + k]] += 1
    for i in range(w.nrcores):
        for k in range(w.rcores[i * 32 + 2]):
            w.used[w.rcores[i * 32 + 3 + k]] -= 1
    for i in range(w.ngcores):
        for k in range(4):
            if w.gcores[i * 4 + 1] >> k & 1:
                w.used[w.gcores[i * 4] * 4 + k] -= 1
        w.used[52] -= w.gcores[i * 4 + 2]
    for i in range(53):
        k = w.used[i] - w.tab[i]
        packed[i >> 1] |= k << (4 * (i & 1))
    return int.from_bytes(packed, "little")


Play = tuple[int, int, list[bytes]]
Calm = tuple[int, int, list[bytes], list[bytes]]
TILES = tile_weights()


def solve(
    table: Counts,
    rack: Counts,
    weights: Weights = TILES,
    must: Counts = None,
    at_least_one: bool = False,
    run_cores: Sequence[RunCore] = (),
    group_cores: Sequence[GroupCore] = (),
    tiles: int = -1,
) -> Play | None:
    """The play of largest gain: (gain, counts placed, all sets of the table after).

    None when the table (with `must`, with at least one tile, or with exactly `tiles`) cannot be laid.
    """
    w: Work = _take()
    _load(w, table, rack, must, weights)
    if run_cores or group_cores:
        _set_cores(w, run_cores, group_cores)
    if tiles >= 0:
        _count_exactly(w, tiles)
    elif at_least_one:
        _count_tiles(w, 1)
        w.qneed = 1
    _ready(w)
    if w.ahead:
        _look_ahead(w)
        if w.hpot[tiles] >= INF:
            _give(w)
            return None
    goal: cython.int = _solved(w)
    answer = None
    if goal >= 0:
        answer = (w.base - w.ncost[goal], _placed(w), _sets(w))
    _give(w)
    return answer


@cython.cfunc
@cython.exceptval(check=False)
def _count_tiles(w: Work, cap: cython.int) -> cython.void:
    i: cython.int
    w.qmode = 1
    w.qcap = cap
    w.qjoker = 1
    for i in range(52):
        w.qk[i] = 1


@cython.cfunc
@cython.exceptval(check=False)
def _count_exactly(w: Work, tiles: cython.int) -> cython.void:
    _count_tiles(w, tiles)
    w.qneed = tiles
    w.qmax = tiles
    w.ahead = True


@cython.cfunc
def _look_ahead(w: Work) -> object:
    """The least loss from each number on: what cannot be placed any more stays behind, the cheapest first.

    The loss of a tile is taken as the least that a copy of its kind can come to, so the bound is never too high, and
    never falls along a path: A* stays exact.
    """
    cheapest: list[int] = [w.cst[JK * 8 + w.jr - n] // n for n in range(1, w.jr + 1)]
    ahead: list[int] = [min(cheapest)] * w.jr if cheapest else []
    for v in range(13, -1, -1):
        total: cython.longlong = sum(ahead)
        for need in range(w.qmax + 1):
            w.hpot[v * NEEDS + need] = total if need <= len(ahead) else INF
            if need < len(ahead):
                total -= ahead[len(ahead) - 1 - need]
        if v == 0:
            break
        for kind in range(4 * v - 4, 4 * v):
            spare = w.av[kind] - w.tab[kind]
            if spare:
                cheap = min(w.cst[kind * 8 + spare - n] // n for n in range(1, spare + 1))
                ahead += [cheap] * spare
        ahead.sort()
    return None


def exactly(table: Counts, rack: Counts, tiles: int, weights: Weights = TILES) -> Play | None:
    """The play of largest gain with exactly so many rack tiles."""
    return solve(table, rack, weights, None, False, (), (), tiles)


def _needs_run(w: Work) -> cython.bint:
    """Must every arrangement contain a run? Then left-over jokers have a place."""
    v: cython.int
    k: cython.int
    t: cython.int = 0
    need: cython.int
    w.stamp += 1
    for v in range(13):
        need = 9
        for k in range(w.jall + 1):
            if w.gcost[_groups(w, v, 0) + k] < INF:
                need = k
                break
        t += need
    return t > w.jall


def can_go_out(table: Counts, rack: Counts) -> bool:
    """Can the whole rack be placed now?"""
    return go_out(table, rack, False) is not None


def go_out(table: Counts, rack: Counts, arrange: bool = True) -> list[bytes] | None:
    """The table after the whole rack went down, or None."""
    w: Work = _take()
    i: cython.int
    _load(w, table, rack, None, TILES)
    for i in range(52):
        w.lo[i] = w.av[i]
        w.cst[i * 8 + w.av[i] - w.tab[i]] = 0
    w.jmust = w.jr
    w.cst[52 * 8 + w.jr] = 0
    _ready(w)
    goal: cython.int = _solved(w)
    answer: list[bytes] | None = None
    if goal >= 0:
        answer = _sets(w) if arrange else []
    _give(w)
    return answer


def can_play_any(table: Counts, rack: Counts) -> bool:
    """Is there a play with at least one rack tile?"""
    w: Work = _take()
    i: cython.int
    _load(w, table, rack, None, TILES)
    for i in range(53 * 8):
        w.cst[i] = 0
    _count_tiles(w, 1)
    w.qneed = 1
    _ready(w)
    goal: cython.int = _solved(w)
    _give(w)
    return goal >= 0


# 8.2 Single tiles, all in one pass: a state carries a mask of the kinds that,
#     added to the table, can lead to it. Until a tile was added (flag 0) the
#     look-ahead allows for one more tile anywhere.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _masks(
    w: Work, v: cython.int, ti: cython.int, x: cython.int, room: cython.int, cols: cython.ulonglong
) -> cython.void:
    """Add one choice of run options to the next layer; all tiles must be used."""
    i: cython.int = v * 4
    g: cython.int
    f: cython.int
    k: cython.int = 0
    dst: cython.int
    key: cython.ulonglong
    slot: cython.ulonglong
    g = (w.av[i] - (ti & 3)) | (w.av[i + 1] - (ti >> 2 & 3)) << 2
    g |= (w.av[i + 2] - (ti >> 4 & 3)) << 4 | (w.av[i + 3] - (ti >> 6 & 3)) << 6
    f = w.feas[g]
    if f == 0:
        return
    while not f >> k & 1:
        k += 1
    if k > room:
        return
    key = cols | cython.cast(cython.ulonglong, w.njok[0] + x + k) << 36 | cython.cast(cython.ulonglong, w.vflag) << 40
    slot = ((key * MIX) & MASK64) >> 20 & w.hmask
    while w.hstamp[slot] == w.stamp and w.hkey[slot] != key:
        slot = (slot + 1) & w.hmask
    if w.hstamp[slot] == w.stamp:
        w.vmask[w.hidx[slot]] |= w.vbits
        return
    if w.vnew >= w.vcap:
        w.over = True
        return
    dst = w.vbase_new + w.vnew
    w.hstamp[slot] = w.stamp
    w.hkey[slot] = key
    w.hidx[slot] = dst
    w.vkey[dst] = key
    w.vmask[dst] = w.vbits
    w.vnew += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _single_layers(w: Work, rest: cython.ulonglong) -> cython.ulonglong:
    """The mask of numbered tiles among `rest` that the table would take."""
    v: cython.int
    i: cython.int
    c: cython.int
    n: cython.int = 1
    old: cython.int = 0
    one: cython.ulonglong = 1
    found: cython.ulonglong = 0
    # w.la1/la2 exact for flag 1; the loose ones lie 52 places further on
    for i in range(52):
        w.la1[i + 64] = w.la1[i] + (1 if i + 4 < 52 and rest >> (i + 4) & 1 else 0)
        w.la2[i + 64] = w.la2[i] + (1 if i + 8 < 52 and rest >> (i + 8) & 1 else 0)
    w.over = False
    w.vkey[0] = 0
    w.vmask[0] = 0
    for v in range(13):
        w.stamp += 1
        w.vnew = 0
        w.vbase_new = w.vcap - old
        for i in range(old, old + n):
            w.njok[0] = cython.cast(cython.int, w.vkey[i] >> 36 & 15)
            w.nkey[0] = (w.vkey[i] & LOW36) | cython.cast(cython.ulonglong, v) << 36
            w.vflag = cython.cast(cython.int, w.vkey[i] >> 40)
            w.vbits = w.vmask[i]
            if w.vflag == 0:
                w.laoff = 64
                _expand(w, 0)
                w.laoff = 0
                w.vflag = 1
                for c in range(v * 4, v * 4 + 4):
                    if rest >> c & 1:
                        w.av[c] += 1
                        w.vbits = one << c
                        _expand(w, 0)
                        w.av[c] -= 1
            else:
                _expand(w, 0)
            if w.over:
                return 0
        n = w.vnew
        old = w.vbase_new
    for i in range(old, old + n):
        if w.vkey[i] >> 40:
            found |= w.vmask[i]
    return found


def singles(table: Counts, copies: int = 2, jokers: int = 2) -> int:
    """A bit mask of the single tiles which the table would take.

    The kit has `copies` of each numbered tile and `jokers` jokers.
    """
    w: Work = _take()
    packed: bytes = _packed(table)
    k: cython.int
    found: cython.ulonglong = 0
    rest: cython.ulonglong = 0
    one: cython.ulonglong = 1
    sure: cython.bint
    wild: cython.bint
    room: cython.int = 2048
    _load(w, packed, 0, None, TILES)
    wild = w.jt < jokers
    for k in range(52):
        if w.tab[k] < copies:
            rest |= one << k
    _ready(w)
    sure = w.jt == 0 or _needs_run(w)
    w.qmode = 4
    for k in range(52):
        w.tmin[k] = 0  # the tile to be added may make a group
    while True:
        vkey = array("Q", bytes(16 * room))
        vmask = array("Q", bytes(16 * room))
        w.vkey = _pk(vkey)
        w.vmask = _pk(vmask)
        w.vcap = room
        if w.cap < 2 * room:
            w.resize(2 * room)
        with cython.nogil:
            found = _single_layers(w, rest)
        if not w.over:
            break
        if 2 * room >= MAX_NODES:
            _give(w)
            return _singles_one_by_one(packed, rest, wild)
        room *= 4
    _give(w)
    # Left-over jokers of the table are sure of a place only where a run must lie.
    mask: int = found
    if not sure:
        for kind in [kind for kind in range(52) if mask >> kind & 1]:
            if go_out(packed, 1 << (4 * kind), False) is None:
                mask -= 1 << kind
    if wild and go_out(packed, 1 << (4 * JOKER), False) is not None:
        mask |= 1 << JOKER
    return mask


def _singles_one_by_one(packed: bytes, rest: int, wild: bool) -> int:
    """The same, a question for each kind: where the layers need more room than there is."""
    kinds = [kind for kind in range(52) if rest >> kind & 1] + [JOKER] * wild
    return sum([1 << kind for kind in kinds if go_out(packed, 1 << (4 * kind), False) is not None])


def count_subsets(table: Counts, rack: Counts) -> int:
    """How many different sub-multisets of the rack can be placed (the empty one too)."""
    packed = int.from_bytes(_packed(rack), "little")
    kinds = [(k, packed >> (4 * k) & 15) for k in range(53) if packed >> (4 * k) & 15]

    def count(at: int, chosen: int) -> int:
        if at == len(kinds):
            return int(go_out(table, chosen, False) is not None)
        kind, copies = kinds[at]
        return sum(count(at + 1, chosen | n << (4 * kind)) for n in range(copies + 1))

    return count(0, 0)


# ---------------------------------------------------------------------------
# 9. The opening: sets from the rack alone, a joker worth what it stands for.
# ---------------------------------------------------------------------------


@cython.cfunc
def _opening(w: Work, rack: object, face: cython.bint, minimum: cython.int, weights: Weights) -> object:
    """Load the rack as a position of its own, with the value as quantity."""
    i: cython.int
    _load(w, 0, rack, None, weights)
    w.full = True
    w.qmode = 2
    w.qcap = minimum
    w.qneed = minimum
    w.qmax = 100000
    w.qjoker = 1 if face else 0
    for i in range(52):
        w.qk[i] = i // 4 + 1
    return None


def opening_value(rack: Counts, face: bool = True) -> Play:
    """The opening of the highest value: (value, counts, sets); (0, 0, []) if none."""
    w: Work = _take()
    _load(w, 0, rack, None, FACES)
    w.full = True
    w.junit = 1 if face else 0
    _ready(w)
    goal: cython.int = _solved(w)
    answer = (w.base + w.jall * 13 * w.junit - w.ncost[goal], _placed(w), _sets(w))
    _give(w)
    return answer


def opening_best(rack: Counts, weights: Weights = TILES, face: bool = True, minimum: int = 30) -> Play | None:
    """The opening of largest gain among those worth at least `minimum`."""
    w: Work = _take()
    _opening(w, rack, face, minimum, weights)
    _ready(w)
    goal: cython.int = _solved(w)
    answer = None
    if goal >= 0:
        answer = (w.base - w.ncost[goal], _placed(w), _sets(w))
    _give(w)
    return answer


def opening_fewest(rack: Counts, face: bool = True, minimum: int = 30) -> Play | None:
    """The opening with the fewest tiles worth at least `minimum`: (tiles, counts, sets)."""
    w: Work = _take()
    i: cython.int
    _opening(w, rack, face, minimum, TILES)
    for i in range(53 * 8):
        w.cst[i] = i & 7
    _ready(w)
    goal: cython.int = _solved(w)
    answer = None
    if goal >= 0:
        answer = (w.ncost[goal], _placed(w), _sets(w))
    _give(w)
    return answer


FACES = value_weights(0)


# ---------------------------------------------------------------------------
# 10. Least disturbance: among the plays of largest gain one that leaves most
#     sets of the table as they lie. The same layers; each table set is kept
#     whole or not when its first number comes, kept runs that go on are bits
#     of the state, and the cost is now the disturbance, the loss a resource
#     that may not exceed the optimum.
# ---------------------------------------------------------------------------

SLOTS = cython.declare(cython.int, 20)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _hold(w: Work, v: cython.int, item: cython.int) -> cython.void:
    """Take a kept set's tiles away from number index v and from the look-ahead."""
    c: cython.int
    i: cython.int = v * 4
    for c in range(4):
        if w.itile[item * 16 + v] >> c & 1:
            w.av[i + c] -= 1
            w.lo[i + c] -= 1
            w.tab[i + c] -= 1
        if w.itile[item * 16 + v + 1] >> c & 1:
            w.la1[i + c] -= 1
        if w.itile[item * 16 + v + 2] >> c & 1:
            w.la2[i + c] -= 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _hold_all(w: Work, v: cython.int, active: cython.uint, combo: cython.uint) -> cython.void:
    """Set number index v up for the kept runs `active` and the new choice `combo`."""
    i: cython.int
    s: cython.int
    item: cython.int
    after: cython.uint = 0
    for i in range(v * 4, v * 4 + 4):
        w.av[i] = w.av0[i]
        w.lo[i] = w.lo0[i]
        w.tab[i] = w.tab0[i]
        w.la1[i] = w.av0[i + 4]
        w.la2[i] = w.av0[i + 8]
    w.jextra = 0
    w.cextra = 0
    w.combo = combo
    for s in range(SLOTS):
        if active >> s & 1:
            item = w.sitem[v * 20 + s]
            _hold(w, v, item)
            if w.iend[item] > v:
                after |= cython.cast(cython.uint, 1) << s
    for i in range(w.icount[v]):
        item = w.iat[v * 16 + i]
        if combo >> i & 1:
            _hold(w, v, item)
            w.jextra += w.ijok[item]
            if w.iend[item] > v:
                after |= cython.cast(cython.uint, 1) << w.islot[item]
        else:
            w.cextra += 1024 + w.isize[item]
    w.abits = cython.cast(cython.ulonglong, after) << 40


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _search_keep(w: Work) -> cython.int:
    """The node after the last number with the least disturbance, -1 or -2."""
    node: cython.int
    v: cython.int
    r: cython.int
    combo: cython.uint
    active: cython.uint
    w.stamp += 1
    w.nn = 0
    w.sp = 0
    w.hp = 0
    w.over = False
    w.cur = 0
    w.combo = 0
    _push_keep(w, 0, 0, w.cost0, 0, -1, 0, 0)
    while True:
        node = _pop(w)
        if node < 0:
            return -1
        if w.over:
            return -2
        if w.nkey[node] & DEAD:
            continue
        v = cython.cast(cython.int, w.nkey[node] >> 36 & 15)
        if v == 13:
            r = w.njok[node] - w.jt
            if w.full and r < 0:
                continue
            if r < 0:
                r = 0
            while r <= w.jr:
                if w.nloss[node] + w.cst[JK * 8 + r] <= w.lossmax:
                    w.goal = node
                    return r
                if w.full:
                    break
                r += 1
            continue
        active = cython.cast(cython.uint, w.nkey[node] >> 40 & 0xFFFFF)
        combo = 0
        while combo >> w.icount[v] == 0:
            _hold_all(w, v, active, combo)
            _expand(w, node)
            combo += 1


_COUNTS: dict[bytes, int] = {}
_COUNTS_KEPT = 1 << 14


def _counts(tiles: bytes) -> int:
    """The tiles of a set as counts; the sets on tables are few, and asked for again and again."""
    known = _COUNTS.get(tiles)
    if known is not None:
        return known
    counts = 0
    for kind in tiles:
        counts += 1 << 4 * int(kind)
    if len(_COUNTS) < _COUNTS_KEPT:
        _COUNTS[tiles] = counts
    return counts


def _keep_items(w: Work, sets: Sequence[bytes]) -> bool:
    """Lay the table's sets out by number; False when they do not fit the state."""
    for v in range(13):
        w.icount[v] = 0
    busy: list[list[bool]] = [[False] * 13 for _ in range(SLOTS)]
    if len(sets) > 63:
        return False
    for item, tiles in enumerate(sets):
        for v in range(16):
            w.itile[item * 16 + v] = 0
        numbers = [k // 4 for k in tiles if k != JOKER]
        for kind in tiles:
            if kind != JOKER:
                w.itile[item * 16 + kind // 4] |= 1 << (kind % 4)
        first = min(numbers)
        last = max(numbers)
        w.ijok[item] = len(tiles) - len(numbers)
        w.isize[item] = len(tiles)
        w.iend[item] = last
        if w.icount[first] >= 12:
            return False
        w.iat[first * 16 + w.icount[first]] = item
        w.icount[first] += 1
        if last > first:
            slot = next((s for s in range(SLOTS) if not any(busy[s][first : last + 1])), -1)
            if slot < 0:
                return False
            w.islot[item] = slot
            for v in range(first, last + 1):
                busy[slot][v] = True
                w.sitem[v * 20 + slot] = item
    return True


def calmest(sets: Sequence[bytes], rack: Counts, weights: Weights = TILES) -> Calm | None:
    """The play of largest gain that leaves most table sets unchanged: (gain, counts placed, sets kept, other sets).

    `sets` is the table as it lies. Exact in the number of sets kept, then in the number of tiles of the others; None
    where that takes more room than there is.
    """
    rack_int = int.from_bytes(_packed(rack), "little")
    table = sum([_counts(tiles) for tiles in sets])
    w: Work = _take()
    v: cython.int
    c: cython.int
    i: cython.int
    k: cython.int
    r: cython.int
    left: cython.int
    node: cython.int
    child: cython.int
    opt: cython.uint
    _load(w, table, rack_int, None, weights)
    _ready(w)
    goal: cython.int = _solved(w)
    if goal < 0:
        _give(w)
        raise ValueError("the table does not consist of valid sets")
    gain = w.base - w.ncost[goal]
    if not _placed(w):
        _give(w)
        return gain, 0, list(sets), []
    if not _keep_items(w, sets):
        _give(w)
        return None
    w.lossmax = w.ncost[goal]
    w.full = False
    for i in range(52):
        w.tmin[i] = 0  # kept sets take tiles away, so nothing is forced beforehand
    w.qmode = 5
    for i in range(80):
        w.av0[i] = w.av[i]
    for i in range(52):
        w.lo0[i] = w.lo[i]
        w.tab0[i] = w.tab[i]
    kept: list[bytes] = []
    while True:
        with cython.nogil:
            r = _search_keep(w)
        if r == -2:
            if w.cap >= MAX_NODES:
                break
            w.resize(min(w.cap * 4, MAX_NODES))
            continue
        if r == -1:
            break
        # Replay the choices; kept sets are set aside.
        kept = []
        node = w.goal
        k = 13
        while k >= 0:
            w.path[k] = node
            node = w.npar[node]
            k -= 1
        w.nobj = 0
        w.over = False
        for i in range(12):
            w.lcnt[i] = 0
        for v in range(13):
            node = w.path[v]
            child = w.path[v + 1]
            opt = w.nopt[child]
            _hold_all(w, v, cython.cast(cython.uint, w.nkey[node] >> 40 & 0xFFFFF), w.nkeep[child])
            for i in range(w.icount[v]):
                if w.nkeep[child] >> i & 1:
                    kept.append(sets[w.iat[v * 16 + i]])
            k = w.njok[child] - w.njok[node] - w.jextra
            for c in range(4):
                _options(
                    w, v, c, cython.cast(cython.int, w.nkey[node] >> (9 * c) & 511), w.jall - w.njok[node] - w.jextra
                )
                k -= w.ox[c * 256 + (opt >> (8 * c) & 255)]
                _replay_runs(w, v, c, w.odet[c * 256 + (opt >> (8 * c) & 255)])
            _replay_groups(w, v, w.ngrp[child], k)
        left = w.jt + r - w.njok[w.goal]
        if left > 0 and not w.full:
            left = _dump(w, left)
        if left == 0:
            break
        w.full = True
    w.jextra = 0
    for i in range(52):
        w.av[i] = w.av0[i]
        w.lo[i] = w.lo0[i]
        w.tab[i] = w.tab0[i]
    if r < 0:
        _give(w)
        return None
    others = _sets(w)
    _give(w)
    placed = sum([_counts(tiles) for tiles in others]) + sum([_counts(tiles) for tiles in kept]) - table
    return gain, placed, kept, others
