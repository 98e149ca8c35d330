import type { WordBook } from "../words";

// "série" and "linha" can both be read either way: only the leaflet that prints them, and its twin, keep them
const sabra = {
  run: "série",
  runs: "séries",
  aRun: "uma série",
  group: "linha",
  groups: "linhas",
  aGroup: "uma linha",
  opening: "série inicial",
};

const orange = { yellow: "laranja", yellowTile: "laranja" };

export default {
  standard: {
    run: "sequência",
    runs: "sequências",
    aRun: "uma sequência",
    group: "grupo",
    groups: "grupos",
    aGroup: "um grupo",
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
    opening: "abertura",
    rearrange: "reorganizar",
    adding: "adicionar",
    taking: "combinar",
    splitting: "dividir",
    yellow: "amarelo",
    yellowTile: "amarelo",
  },
  editions: { sabra6: sabra, sabra_xxl: sabra, original_fr: orange, jumbo_de: orange, original_es: orange },
} satisfies WordBook;
