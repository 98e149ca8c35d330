import type { WordBook } from "../words";

const orange = { yellow: "naranja", yellowTile: "naranja" };

// "conjunto" and "juego" stand beside "combinación" in the leaflets; one word for a set, so that adjectives agree with it
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
    adding: "añadir",
    taking: "combinar",
    splitting: "dividir",
    yellow: "amarillo",
    yellowTile: "amarillo",
  },
  editions: {
    original_es: {
      pool: "montón",
      thePool: "el montón",
      fromPool: "del montón",
      opening: "juego inicial",
      rearrange: "manipular",
      taking: "retirar",
      ...orange,
    },
    original_fr: orange,
    jumbo_de: orange,
  },
} satisfies WordBook;
