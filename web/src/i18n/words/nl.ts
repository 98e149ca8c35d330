import type { WordBook } from "../words";

// "serie" and "rij" can both be read either way: only the leaflets that print them keep them
const sabra = {
  run: "serie",
  runs: "series",
  aRun: "een serie",
  group: "rij",
  groups: "rijen",
  aGroup: "een rij",
  opening: "beginserie",
};

const orange = { yellow: "oranje", yellowTile: "oranje" };

export default {
  standard: {
    run: "straat",
    runs: "straten",
    aRun: "een straat",
    group: "groep",
    groups: "groepen",
    aGroup: "een groep",
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
    opening: "opening",
    rearrange: "manipuleren",
    adding: "aanleggen",
    taking: "combineren",
    splitting: "splitsen",
    yellow: "geel",
    yellowTile: "gele",
  },
  editions: { sabra6: sabra, sabra_xxl: sabra, original_fr: orange, jumbo_de: orange, original_es: orange },
} satisfies WordBook;
