import type { Same } from "../message";
import type english from "./en";

const messages = {
  "coach.label": "Trainer",
  "coach.quiet": "Trainer, sei still",
  "coach.speak": "Trainer, sprich wieder",
  "coach.drew": "Du hast einen Stein gezogen, damit war dein Zug zu Ende.",
  "coach.watch": "Jetzt ist der andere dran. Du kannst schon planen.",
  "coach.open": "Du kannst eröffnen: {list}. Das sind {points} Punkte.",
  "coach.open_short": "Du kommst auf {points}, zum Eröffnen braucht es {needed}. Zieh: Damit endet dein Zug.",
  "coach.no_set": "Du hast noch keine Kombination. Zieh einen Stein: Damit endet dein Zug.",
  "coach.lay": "Du kannst {aSet} legen: {list}.",
  "coach.add": "{What} passt zu dem, was da liegt: {where}.",
  "coach.out": "Du kannst alles legen, was du hast: {list}.",
  "coach.rearrange": "Du kannst {list} legen, wenn du den Tisch umbaust. Die Glühbirne zeigt, wie.",
  "coach.none": "Es lässt sich nichts legen. Zieh einen Stein: Damit endet dein Zug.",
  "coach.none_pass": "Es lässt sich nichts legen und nichts mehr ziehen: Pass.",
  "coach.unsure": "Ich sehe nichts Einfaches. Such weiter oder zieh: Damit endet dein Zug.",
  "coach.draw_first": "Ich sehe nichts zum Legen. Zieh einen Stein: Danach darfst du noch legen.",
  "coach.drawn": "Du hast gezogen. Leg Steine, oder beende den Zug.",
  "coach.fault": "{list}: {fault}.",
  "coach.more": "{points} von {needed} Punkten. Leg mehr, oder nimm es zurück.",
  "coach.end": "Alles ist vollständig. Beende den Zug, oder leg noch mehr.",
  "coach.win": "Dein letzter Stein! Beende den Zug, und du hast gewonnen.",
} satisfies Same<typeof english>;

export default messages;
