import type { Same } from "../message";
import type english from "./en";

const messages = {
  "exercise.hint.1": "Welke stenen?",
  "exercise.hint.2": "Wat verandert er op tafel?",
  "exercise.hint.3": "Leg het voor me",
  "exercise.hint.tiles": "Op tafel komen: {list}.",
  "exercise.hint.sets": {
    one: "Op tafel komen: {list}. Wat gemarkeerd is, verandert.",
    other: "Op tafel komen: {list}. Wat gemarkeerd is ({n}), verandert.",
  },
  "exercise.hint.draw": "Hier hoeft niets gelegd te worden.",
  "exercise.no_draw": "Hier kan iets gelegd worden. Kijk nog eens, of vraag een tip.",
  "exercise.draw_clean": "Leg eerst alles terug en pak dan.",
  "exercise.lacks.tiles": { one: "Dat mag, maar er moet nog {n} steen bij.", other: "Dat mag, maar er moeten nog {n} stenen bij." },
  "exercise.lacks.kept": "Dat mag, maar deze kun je beter houden: {list}.",
  "exercise.lacks.points": "Dat mag, maar je houdt {points} punten over. {most} is mogelijk.",
  "exercise.lacks.draw": "Dat mag, maar hier is iets beters te doen.",
} satisfies Same<typeof english>;

export default messages;
