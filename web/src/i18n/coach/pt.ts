import type { Same } from "../message";
import type english from "./en";

const messages = {
  "coach.label": "Treinador",
  "coach.quiet": "Treinador, silêncio",
  "coach.speak": "Treinador, volta a falar",
  "coach.drew": "Tiraste uma pedra, e com isso acabou a tua vez.",
  "coach.watch": "É a vez do outro. Podes ir pensando na tua jogada.",
  "coach.open": "Podes abrir: {list}. São {points} pontos.",
  "coach.open_short": "Chegas a {points}, e para abrir são precisos {needed}. Tira: com isso acaba a tua vez.",
  "coach.no_set": "Ainda não tens nenhuma combinação. Tira uma pedra: com isso acaba a tua vez.",
  "coach.lay": "Podes pôr {aSet}: {list}.",
  "coach.add": "Podes juntar {what} ao que está na mesa: {where}.",
  "coach.out": "Podes pôr tudo o que tens: {list}.",
  "coach.rearrange": "Podes pôr {list} se reorganizares a mesa. A lâmpada mostra como.",
  "coach.none": "Não há nada para pôr. Tira uma pedra: com isso acaba a tua vez.",
  "coach.none_pass": "Não há nada para pôr nem para tirar: passa.",
  "coach.unsure": "Não vejo nada simples. Continua a procurar, ou tira: com isso acaba a tua vez.",
  "coach.draw_first": "Não vejo nada para pôr. Tira uma pedra: depois ainda podes pôr.",
  "coach.drawn": "Já tiraste. Põe pedras, ou termina a vez.",
  "coach.fault": "{list}: {fault}.",
  "coach.more": "{points} de {needed} pontos. Põe mais, ou recolhe o que puseste.",
  "coach.end": "Está tudo completo. Termina a tua vez, ou põe mais.",
  "coach.win": "A tua última pedra! Termina a tua vez, e ganhaste.",
} satisfies Same<typeof english>;

export default messages;
