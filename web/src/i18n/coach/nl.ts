import type { Same } from "../message";
import type english from "./en";

const messages = {
  "coach.label": "Coach",
  "coach.quiet": "Coach, even stil",
  "coach.speak": "Coach, praat weer mee",
  "coach.drew": "Je hebt een steen gepakt, en daarmee was je beurt voorbij.",
  "coach.watch": "De ander is aan de beurt. Je kunt alvast plannen.",
  "coach.open": "Je kunt uitkomen: {list}. Dat zijn {points} punten.",
  "coach.open_short": "Je komt aan {points}, en uitkomen vraagt {needed}. Pak een steen: dan is je beurt voorbij.",
  "coach.no_set": "Je hebt nog geen combinatie. Pak een steen: dan is je beurt voorbij.",
  "coach.lay": "Je kunt {aSet} leggen: {list}.",
  "coach.add": "Je kunt {what} aanleggen bij wat er ligt: {where}.",
  "coach.out": "Je kunt alles leggen wat je hebt: {list}.",
  "coach.rearrange": "Je kunt {list} leggen als je de tafel verbouwt. Het lampje laat zien hoe.",
  "coach.none": "Er kan niets gelegd worden. Pak een steen: dan is je beurt voorbij.",
  "coach.none_pass": "Er kan niets gelegd worden en er is niets meer te pakken: pas.",
  "coach.unsure": "Ik zie niets eenvoudigs. Zoek verder, of pak een steen: dan is je beurt voorbij.",
  "coach.draw_first": "Ik zie niets om te leggen. Pak een steen: daarna mag je nog leggen.",
  "coach.drawn": "Je hebt gepakt. Leg stenen, of beëindig je beurt.",
  "coach.fault": "{list}: {fault}.",
  "coach.more": "{points} van {needed} punten. Leg meer, of neem het terug.",
  "coach.end": "Alles is compleet. Druk op Klaar, of leg nog meer.",
  "coach.win": "Je laatste steen! Druk op Klaar, en je hebt gewonnen.",
} satisfies Same<typeof english>;

export default messages;
