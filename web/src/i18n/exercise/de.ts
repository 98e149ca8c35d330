import type { Same } from "../message";
import type english from "./en";

const messages = {
  "exercise.hint.1": "Welche Steine?",
  "exercise.hint.2": "Was ändert sich auf dem Tisch?",
  "exercise.hint.3": "Leg es für mich",
  "exercise.hint.tiles": "Auf den Tisch kommen: {list}.",
  "exercise.hint.sets": {
    one: "Auf den Tisch kommen: {list}. Was markiert ist, ändert sich.",
    other: "Auf den Tisch kommen: {list}. Was markiert ist ({n}), ändert sich.",
  },
  "exercise.hint.draw": "Hier muss nichts gelegt werden.",
  "exercise.no_draw": "Hier lässt sich etwas legen. Sieh noch einmal hin oder hol dir einen Tipp.",
  "exercise.draw_clean": "Leg erst alles zurück, dann zieh.",
  "exercise.lacks.tiles": { one: "Das ist erlaubt, aber {n} Stein fehlt noch.", other: "Das ist erlaubt, aber {n} Steine fehlen noch." },
  "exercise.lacks.kept": "Das ist erlaubt, aber das behältst du besser: {list}.",
  "exercise.lacks.points": "Das ist erlaubt, aber du behältst {points} Punkte. {most} sind möglich.",
  "exercise.lacks.draw": "Das ist erlaubt, aber hier gibt es etwas Besseres.",
} satisfies Same<typeof english>;

export default messages;
