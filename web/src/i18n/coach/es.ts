import type { Same } from "../message";
import type english from "./en";

const messages = {
  "coach.label": "Entrenador",
  "coach.quiet": "Entrenador, silencio",
  "coach.speak": "Entrenador, habla otra vez",
  "coach.drew": "Has robado una ficha y con eso terminó tu turno.",
  "coach.watch": "Le toca al otro. Puedes ir pensando tu jugada.",
  "coach.open": "Puedes abrir: {list}. Son {points} puntos.",
  "coach.open_short": "Llegas a {points} y para abrir hacen falta {needed}. Roba: con eso termina tu turno.",
  "coach.no_set": "Aún no tienes ninguna combinación. Roba una ficha: con eso termina tu turno.",
  "coach.lay": "Puedes colocar {aSet}: {list}.",
  "coach.add": "Puedes añadir {what} a lo que hay en la mesa: {where}.",
  "coach.out": "Puedes colocar todo lo que tienes: {list}.",
  "coach.rearrange": "Puedes colocar {list} si reorganizas la mesa. La bombilla te enseña cómo.",
  "coach.none": "No se puede colocar nada. Roba una ficha: con eso termina tu turno.",
  "coach.none_pass": "No se puede colocar nada ni queda nada que robar: pasa.",
  "coach.unsure": "No veo nada sencillo. Sigue buscando o roba: con eso termina tu turno.",
  "coach.draw_first": "No veo nada que colocar. Roba una ficha: después aún puedes colocar.",
  "coach.drawn": "Ya has robado. Coloca fichas o termina el turno.",
  "coach.fault": "{list}: {fault}.",
  "coach.more": "{points} de {needed} puntos. Coloca más o recógelo.",
  "coach.end": "Todo está completo. Termina el turno o coloca más.",
  "coach.win": "¡Tu última ficha! Termina el turno y habrás ganado.",
} satisfies Same<typeof english>;

export default messages;
