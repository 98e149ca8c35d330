import type { WordBook } from "../words";

const orange = { yellow: "laranja", yellowTile: "laranja" };

export default {
  standard: {
    run: "série",
    runs: "séries",
    aRun: "uma série",
    group: "linha",
    groups: "linhas",
    aGroup: "uma linha",
    set: "combinação",
    sets: "combinações",
    aSet: "uma combinação",
    pool: "pote",
    thePool: "o pote",
    fromPool: "do pote",
    rack: "suporte",
    theRack: "o suporte",
    onRack: "no suporte",
    toRack: "para o suporte",
    fromRack: "do suporte",
    tile: "pedra",
    tiles: "pedras",
    joker: "joker",
    jokers: "jokers",
    opening: "série inicial",
    rearrange: "reorganizar",
    yellow: "amarelo",
    yellowTile: "amarelo",
  },
  editions: { original_fr: orange, jumbo_de: orange, original_es: orange },
} satisfies WordBook;
