import type { WordBook } from "../words";

const orange = { yellow: "oranje", yellowTile: "oranje" };

export default {
  standard: {
    run: "serie",
    runs: "series",
    aRun: "een serie",
    group: "rij",
    groups: "rijen",
    aGroup: "een rij",
    set: "combinatie",
    sets: "combinaties",
    aSet: "een combinatie",
    pool: "pot",
    thePool: "de pot",
    fromPool: "uit de pot",
    rack: "plankje",
    theRack: "het plankje",
    onRack: "op het plankje",
    toRack: "op het plankje",
    fromRack: "van het plankje",
    tile: "steen",
    tiles: "stenen",
    joker: "joker",
    jokers: "jokers",
    opening: "beginserie",
    rearrange: "manipuleren",
    yellow: "geel",
    yellowTile: "gele",
  },
  editions: { original_fr: orange, jumbo_de: orange, original_es: orange },
} satisfies WordBook;
