import type { Same } from "../message";
import type english from "./en";

const messages = {
  "exercise.hint.1": "Quelles {tiles} ?",
  "exercise.hint.2": "Qu’est-ce qui change sur la table ?",
  "exercise.hint.3": "Joue-le pour moi",
  "exercise.hint.tiles": "À poser sur la table : {list}.",
  "exercise.hint.sets": {
    one: "À poser sur la table : {list}. Ce qui est marqué change.",
    other: "À poser sur la table : {list}. Ce qui est marqué ({n}) change.",
  },
  "exercise.hint.draw": "Ici, il n’y a rien à poser.",
  "exercise.no_draw": "Ici, on peut poser quelque chose. Regarde encore, ou demande un indice.",
  "exercise.draw_clean": "Remets d’abord tout en place, puis pioche.",
  "exercise.lacks.tiles": { one: "C’est permis, mais il manque encore {n} {tile}.", other: "C’est permis, mais il manque encore {n} {tiles}." },
  "exercise.lacks.kept": "C’est permis, mais mieux vaut garder : {list}.",
  "exercise.lacks.points": "C’est permis, mais il te reste {points} points. On peut n’en garder que {most}.",
  "exercise.lacks.draw": "C’est permis, mais il y a mieux à faire ici.",
} satisfies Same<typeof english>;

export default messages;
