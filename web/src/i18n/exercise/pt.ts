import type { Same } from "../message";
import type english from "./en";

const messages = {
  "exercise.hint.1": "Que pedras?",
  "exercise.hint.2": "O que muda na mesa?",
  "exercise.hint.3": "Joga por mim",
  "exercise.hint.tiles": "Vão para a mesa: {list}.",
  "exercise.hint.sets": {
    one: "Vão para a mesa: {list}. O que está marcado muda.",
    other: "Vão para a mesa: {list}. O que está marcado ({n}) muda.",
  },
  "exercise.hint.draw": "Aqui não é preciso pôr nada.",
  "exercise.no_draw": "Aqui dá para pôr alguma coisa. Olha outra vez ou pede uma dica.",
  "exercise.draw_clean": "Primeiro põe tudo como estava e depois tira.",
  "exercise.lacks.tiles": { one: "É permitido, mas falta {n} pedra.", other: "É permitido, mas faltam {n} pedras." },
  "exercise.lacks.kept": "É permitido, mas é melhor guardar: {list}.",
  "exercise.lacks.points": "É permitido, mas ficas com {points} pontos. É possível ficar com {most}.",
  "exercise.lacks.draw": "É permitido, mas aqui há algo melhor a fazer.",
} satisfies Same<typeof english>;

export default messages;
