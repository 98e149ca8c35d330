import type { Same } from "../message";
import type english from "./en";

const messages = {
  "exercise.hint.1": "¿Qué fichas?",
  "exercise.hint.2": "¿Qué cambia en la mesa?",
  "exercise.hint.3": "Colócalo por mí",
  "exercise.hint.tiles": "Van a la mesa: {list}.",
  "exercise.hint.sets": {
    one: "Van a la mesa: {list}. Cambia lo que está marcado.",
    other: "Van a la mesa: {list}. Cambia lo que está marcado ({n}).",
  },
  "exercise.hint.draw": "Aquí no hace falta colocar nada.",
  "exercise.no_draw": "Aquí se puede colocar algo. Mira otra vez o pide una pista.",
  "exercise.draw_clean": "Primero vuelve a dejarlo todo como estaba y luego roba.",
  "exercise.lacks.tiles": { one: "Está permitido, pero falta {n} ficha.", other: "Está permitido, pero faltan {n} fichas." },
  "exercise.lacks.kept": "Está permitido, pero esto es mejor guardarlo: {list}.",
  "exercise.lacks.points": "Está permitido, pero te quedan {points} puntos. Es posible dejarlo en {most}.",
  "exercise.lacks.draw": "Está permitido, pero aquí hay algo mejor.",
} satisfies Same<typeof english>;

export default messages;
