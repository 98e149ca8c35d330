import type { WordBook } from "../words";

const orange = { yellow: "orange", yellowTile: "orange" };

export default {
  standard: {
    run: "run",
    runs: "runs",
    aRun: "a run",
    group: "group",
    groups: "groups",
    aGroup: "a group",
    set: "set",
    sets: "sets",
    aSet: "a set",
    pool: "pool",
    thePool: "the pool",
    fromPool: "from the pool",
    rack: "rack",
    theRack: "the rack",
    onRack: "on the rack",
    toRack: "onto the rack",
    fromRack: "from the rack",
    tile: "tile",
    tiles: "tiles",
    joker: "joker",
    jokers: "jokers",
    opening: "opening",
    rearrange: "rearrange",
    adding: "add",
    taking: "take away",
    splitting: "split",
    yellow: "yellow",
    yellowTile: "yellow",
  },
  editions: { original_fr: orange, jumbo_de: orange, original_es: orange },
} satisfies WordBook;
