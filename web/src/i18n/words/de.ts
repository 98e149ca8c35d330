import type { WordBook } from "../words";

const sabra = {
  run: "Serie",
  runs: "Serien",
  aRun: "eine Serie",
  group: "Reihe",
  groups: "Reihen",
  aGroup: "eine Reihe",
  opening: "Beginnserie",
};

const orange = { yellow: "Orange", yellowTile: "orange" };

export default {
  standard: {
    run: "Reihe",
    runs: "Reihen",
    aRun: "eine Reihe",
    group: "Gruppe",
    groups: "Gruppen",
    aGroup: "eine Gruppe",
    set: "Kombination",
    sets: "Kombinationen",
    aSet: "eine Kombination",
    pool: "Pot",
    thePool: "der Pot",
    fromPool: "aus dem Pot",
    rack: "Brett",
    theRack: "das Brett",
    onRack: "auf dem Brett",
    toRack: "auf das Brett",
    fromRack: "vom Brett",
    tile: "Stein",
    tiles: "Steine",
    joker: "Joker",
    jokers: "Joker",
    opening: "Eröffnung",
    rearrange: "manipulieren",
    yellow: "Gelb",
    yellowTile: "gelbe",
  },
  editions: {
    sabra6: sabra,
    sabra_xxl: sabra,
    jumbo_de: {
      set: "Serie",
      sets: "Serien",
      aSet: "eine Serie",
      pool: "Pool",
      thePool: "der Pool",
      fromPool: "aus dem Pool",
      rack: "Halter",
      theRack: "der Halter",
      onRack: "auf dem Halter",
      toRack: "auf den Halter",
      fromRack: "vom Halter",
      opening: "Startserie",
      ...orange,
    },
    original_fr: orange,
    original_es: orange,
  },
} satisfies WordBook;
