import type { WordBook } from "../words";

const sabra = { set: "conjunto", sets: "conjuntos", aSet: "un conjunto" };

export default {
  standard: {
    run: "escalera",
    runs: "escaleras",
    aRun: "una escalera",
    group: "serie",
    groups: "series",
    aGroup: "una serie",
    set: "combinación",
    sets: "combinaciones",
    aSet: "una combinación",
    pool: "pila",
    thePool: "la pila",
    fromPool: "de la pila",
    rack: "soporte",
    theRack: "el soporte",
    onRack: "en el soporte",
    toRack: "al soporte",
    fromRack: "del soporte",
    tile: "ficha",
    tiles: "fichas",
    joker: "comodín",
    jokers: "comodines",
    opening: "combinación inicial",
    rearrange: "reorganizar",
    yellow: "amarillo",
  },
  editions: {
    sabra6: sabra,
    sabra_xxl: sabra,
    original_es: {
      set: "juego",
      sets: "juegos",
      aSet: "un juego",
      pool: "montón",
      thePool: "el montón",
      fromPool: "del montón",
      opening: "juego inicial",
      rearrange: "manipular",
      yellow: "naranja",
    },
    original_fr: { yellow: "naranja" },
    jumbo_de: { yellow: "naranja" },
  },
} satisfies WordBook;
