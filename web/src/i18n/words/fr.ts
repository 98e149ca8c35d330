import type { WordBook } from "../words";

const sabra = {
  run: "série",
  runs: "séries",
  aRun: "une série",
  group: "rangée",
  groups: "rangées",
  aGroup: "une rangée",
  opening: "série de démarrage",
  rearrange: "manipuler",
};

const orange = { yellow: "orange", yellowTile: "orange" };

export default {
  standard: {
    run: "suite",
    runs: "suites",
    aRun: "une suite",
    group: "série",
    groups: "séries",
    aGroup: "une série",
    set: "combinaison",
    sets: "combinaisons",
    aSet: "une combinaison",
    pool: "cagnotte",
    thePool: "la cagnotte",
    fromPool: "de la cagnotte",
    rack: "planchette",
    theRack: "la planchette",
    onRack: "sur la planchette",
    toRack: "sur la planchette",
    fromRack: "de la planchette",
    tile: "pièce",
    tiles: "pièces",
    joker: "joker",
    jokers: "jokers",
    opening: "première combinaison",
    rearrange: "recombiner",
    yellow: "jaune",
    yellowTile: "jaune",
  },
  editions: {
    sabra6: sabra,
    sabra_xxl: sabra,
    original_fr: {
      pool: "pioche",
      thePool: "la pioche",
      fromPool: "de la pioche",
      rack: "réglette",
      theRack: "la réglette",
      onRack: "sur la réglette",
      toRack: "sur la réglette",
      fromRack: "de la réglette",
      tile: "plaque",
      tiles: "plaques",
      ...orange,
    },
    jumbo_de: orange,
    original_es: orange,
  },
} satisfies WordBook;
