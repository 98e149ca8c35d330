import type { Same } from "../message";
import type english from "./en";

const messages = {
  "coach.label": "Entraîneur",
  "coach.quiet": "Entraîneur, silence",
  "coach.speak": "Entraîneur, parle de nouveau",
  "coach.drew": "Tu as pioché, et cela a fini ton tour.",
  "coach.watch": "C’est à l’autre de jouer. Tu peux déjà préparer ton coup.",
  "coach.open": "Tu peux ouvrir : {list}. Cela fait {points} points.",
  "coach.open_short": "Tu arrives à {points}, et il en faut {needed} pour ouvrir. Pioche : cela finit ton tour.",
  "coach.no_set": "Tu n’as pas encore de combinaison. Pioche : cela finit ton tour.",
  "coach.lay": "Tu peux poser {aSet} : {list}.",
  "coach.add": "Tu peux ajouter {what} à ce qui est posé : {where}.",
  "coach.out": "Tu peux poser tout ce que tu as : {list}.",
  "coach.rearrange": "Tu peux poser {list} en recombinant la table. L’ampoule montre comment.",
  "coach.none": "Il n’y a rien à poser. Pioche : cela finit ton tour.",
  "coach.none_pass": "Il n’y a rien à poser, ni rien à piocher : passe.",
  "coach.unsure": "Je ne vois rien de simple. Cherche encore, ou pioche : cela finit ton tour.",
  "coach.draw_first": "Je ne vois rien à poser. Pioche : tu pourras encore poser ensuite.",
  "coach.drawn": "Tu as pioché. Pose des {tiles}, ou finis ton tour.",
  "coach.fault": "{list} : {fault}.",
  "coach.more": "{points} points sur {needed}. Pose davantage, ou reprends tout.",
  "coach.end": "Tout est complet. Finis ton tour, ou pose encore.",
  "coach.win": "Ta dernière {tile} ! Finis ton tour, et tu as gagné.",
} satisfies Same<typeof english>;

export default messages;
