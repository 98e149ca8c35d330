import type { Same } from "../message";
import type english from "./en";

export default {
  "rules.title": "As regras em resumo",
  "rules.edition": "Regras e palavras de",
  "rules.edition.hint": "Cada folheto impresso tem regras e nomes próprios. Esta página segue o que escolheres.",
  "rules.tournament":
    "As regras dos torneios de Rummikub da Mind Sports Olympiad, tal como publicadas em 2019 e 2025. Não vêm de nenhum folheto.",

  "rules.box.title": "A caixa",
  "rules.box.tiles":
    "106 {tiles}: os números de 1 a 13 em preto, vermelho, azul e {yellow}, cada um duas vezes, e dois {jokers}.",
  "rules.box.players": "De 2 a {most} jogadores.",
  "rules.box.two": "Para dois jogadores.",
  "rules.box.age": "A partir dos {age} anos.",
  "rules.box.five": "Com cinco e seis jogadores usam-se 160 {tiles}: cada número três vezes, e quatro {jokers}.",
  "rules.box.xp":
    "As caixas XP e Mini XP trazem 160 {tiles} e seis suportes. Até quatro jogadores usam-se 106; com cinco e seis, todas.",
  "rules.box.big":
    "A caixa para seis traz mais 52 números, dois {jokers} e dois suportes: 160 {tiles}. Com cinco e seis joga-se com todas. Com quatro ou menos há três maneiras:",

  "rules.aim.title": "Objetivo e início",
  "rules.aim": "Pôr todas as tuas {tiles} na mesa antes dos outros.",
  "rules.start":
    "Misturam-se todas as {tiles} viradas para baixo. Cada um tira uma: o número mais alto começa, e segue-se no sentido dos ponteiros do relógio.",
  "rules.start.ignored": "Aqui um {joker} não conta; se houver empate no mais alto, esses tiram outra vez.",
  "rules.start.redraw": "Quem tira um {joker} tira outra vez, tal como quem empata no número mais alto.",
  "rules.start.sevens": "As {tiles} viradas para baixo empilham-se de sete em sete.",
  "rules.start.eight":
    "Depois mistura-se tudo de novo e empilha-se virado para baixo de sete em sete, e uma vez oito. Duas pilhas de sete são as tuas {deal} {tiles}; o resto é {thePool}.",
  "rules.deal": "As {tiles} tiradas voltam a misturar-se e cada um recebe {deal}. O resto é {thePool}.",
  "rules.deal.joker":
    "As {tiles} tiradas voltam a misturar-se. Cada um recebe um {joker} e outras {rest} {tiles}. O resto é {thePool}.",
  "rules.redeal":
    "Quem recebe {pairs} pares de {tiles} iguais pode pedir nova distribuição, uma só vez, antes de alguém ter jogado ou tirado.",

  "rules.sets.title": "O que pode estar na mesa",
  "rules.run": "{ARun}: três ou mais números seguidos de uma cor. O 1 é o mais baixo, e a seguir ao 13 não vem o 1.",
  "rules.group": "{AGroup}: três ou quatro vezes o mesmo número, cada um de outra cor.",

  "rules.open.title": "A {opening}",
  "rules.open": "Da primeira vez pões numa só jogada {sets} {fromRack} que valham pelo menos {opening_points} pontos.",
  "rules.open.before": "Até lá não podes mexer no que está na mesa, nem nos {jokers}.",
  "rules.open.joker.face": "Um {joker} vale a {tile} que substitui.",
  "rules.open.joker.moves": "Pode mudar de lugar na mesma jogada: {joker}–9–10 vale como 9–10–{joker}, ou seja, 30 e não 27.",
  "rules.open.joker.zero": "Um {joker} pode ser usado, mas não vale nada.",
  "rules.open.on": "Depois podes continuar com toda a mesa na mesma jogada.",
  "rules.open.wait": "Nessa jogada, o que já está na mesa fica como está.",

  "rules.turn.title": "A tua vez",
  "rules.turn": "Põe as {tiles} que quiseres, pelo menos uma. Se não, tira uma, e a tua vez acaba.",
  "rules.turn.free": "Podes tirar mesmo podendo jogar.",
  "rules.turn.must": "Quem pode jogar não pode tirar.",
  "rules.table":
    "Todas as {sets} são de todos: adiciona, retira, divide e combina como quiseres. No fim só podem ficar {sets} completas, e nada da mesa vai {toRack}.",
  "rules.ex.before": "Na mesa",
  "rules.ex.own": "As tuas pedras",
  "rules.ex.after": "Depois",
  "rules.ex.free": "{joker}, livre para outro lugar",
  "rules.ex.add": "{Adding}",
  "rules.ex.take": "{Taking}",
  "rules.ex.split": "{Splitting}",
  "rules.ex.both": "Dividir e voltar a combinar",
  "rules.ex.all": "Tudo ao mesmo tempo",
  "rules.fig.add": "O 3 vai para a frente da {run}; o 8 é a quarta cor que faltava aos outros três.",
  "rules.fig.ends": "Uma vai para a frente da {run}, a outra para trás.",
  "rules.fig.spare": "{AGroup} de quatro dispensa uma {tile}: ela completa a tua própria {run}.",
  "rules.fig.swap": "O teu {added} prolonga a {run}. O {taken} fica livre para {aGroup} com duas {tiles} tuas.",
  "rules.fig.split": "O teu 6 acaba uma {run} e começa a outra.",
  "rules.fig.both": "O teu {number}, um da {run} e um dos quatro iguais formam mais {aGroup}.",
  "rules.fig.all": "De três {runs} fazem-se três {groups}, e o que resta da mais longa recebe a tua outra {tile}.",

  "rules.joker.title": "{Jokers}",
  "rules.joker": "Um {joker} vale por qualquer {tile}.",
  "rules.joker.swap": "Depois de abrires, podes trocá-lo pela {tile} que ele substitui, {fromRack} ou da mesa.",
  "rules.joker.swap.rack":
    "Depois de abrires, podes trocá-lo pela {tile} que ele substitui. Essa {tile} tem de vir do teu próprio {rack}.",
  "rules.joker.anywhere": "O {joker} libertado tem de voltar à mesa na mesma jogada; nunca vai {toRack}.",
  "rules.joker.newset":
    "O {joker} libertado vai logo para uma nova {set}, com pelo menos outra {tile} {fromRack}: a que deste por ele não conta.",
  "rules.joker.split": "Às {sets} com {joker} podem-se adicionar {tiles}, e elas dividem-se e reorganizam-se como as outras.",
  "rules.joker.nosplit":
    "As {sets} com {joker} não se dividem nem se reduzem; pode-se adicionar. A troca é, pois, a única maneira de o libertar.",
  "rules.joker.ways": "Quatro maneiras de o libertar:",
  "rules.ex.joker.swap": "Substituí-lo",
  "rules.ex.joker.split": "Prolongar e dividir",
  "rules.ex.joker.slide": "Deslocá-lo",
  "rules.ex.joker.end": "Torná-lo dispensável",
  "rules.ex.joker.table": "Só com {tiles} da mesa",
  "rules.ex.joker.newset": "E voltar logo a pô-lo",
  "rules.fig.joker.one": "A {tile} que ele substitui ocupa o seu lugar.",
  "rules.fig.joker.either": "Se são só três do mesmo número, serve qualquer das duas cores em falta.",
  "rules.fig.joker.both": "Se são só três do mesmo número, serve qualquer das duas cores em falta, ou ambas.",
  "rules.fig.joker.split": "O 1 vai para a frente, o 7 para trás; depois divide-se a {run}, e o {joker} do meio fica livre.",
  "rules.fig.joker.slide": "O {joker} passa para o início da sua {run} e é agora o 5, para que o 4 caiba antes dele.",
  "rules.fig.joker.end": "Com o teu 5, a {run} já não precisa do {joker}.",
  "rules.fig.joker.table": "O 1 preto vai para junto dos outros 1, o 2 preto para junto dos outros 2.",
  "rules.fig.joker.newset": "O teu 3 fica no lugar dele; com o teu 9 e o teu 10 o {joker} forma logo {aSet} nova.",

  "rules.time.title": "Tempo",
  "rules.time.none": "Esta edição não tem limite de tempo.",
  "rules.time.optional": "Se assim combinarem, uma jogada dura {seconds} segundos.",
  "rules.time.always": "Cada jogada dura {seconds} segundos.",
  "rules.time.bank":
    "Cada um tem {minutes} minutos para a ronda e, em cada jogada, {seconds} segundos antes de esses minutos correrem. Os segundos que sobram não se acumulam.",
  "rules.time.contest": "Nas competições internacionais é um minuto.",
  "rules.time.done": "Se o tempo acaba e tudo está completo, com pelo menos uma {tile} tua, a jogada vale.",
  "rules.time.restore": {
    one: "Senão, tudo volta ao lugar e tiras {n} pedra de penalização.",
    other: "Senão, tudo volta ao lugar e tiras {n} pedras de penalização.",
  },
  "rules.time.loose": {
    one: "Senão, as {sets} completas ficam, as tuas próprias {tiles} soltas voltam {toRack} e tiras {n} pedra de penalização. Se ficar solta uma {tile} que já estava na mesa, desfaz-se toda a jogada.",
    other:
      "Senão, as {sets} completas ficam, as tuas próprias {tiles} soltas voltam {toRack} e tiras {n} pedras de penalização. Se ficar solta uma {tile} que já estava na mesa, desfaz-se toda a jogada.",
  },
  "rules.time.forgotten":
    "As {tiles} cujo lugar ninguém recorda vão para junto das que estão por tirar; este programa recorda-o sempre.",
  "rules.time.idle": "Se não mexeste em nada, tiras {n}.",

  "rules.empty.title": "Quando não há mais nada para tirar",
  "rules.empty.must": "Continua-se a jogar: quem pode pôr uma {tile} tem de a pôr; quem não pode, passa.",
  "rules.empty.free": "Continua-se a jogar: quem não pode ou não quer pôr uma {tile}, passa.",
  "rules.empty.end": "Quando todos passaram uns a seguir aos outros, ganha a soma mais baixa, que anota o que os outros têm.",
  "rules.empty.late":
    "Se o tempo acaba a quem podia pôr, isso não é passar. Depois de duas voltas inteiras em que ninguém põe, a ronda acaba na mesma.",
  "rules.empty.lowest":
    "A ronda acaba logo: ganha a soma mais baixa, que anota o que os outros têm. O seu próprio resto não se desconta.",

  "rules.end.title": "Fim e pontuação",
  "rules.end": "Uma ronda acaba quando alguém põe a última {tile}.",
  "rules.end.call": "Quem o faz grita «Rummikub!».",
  "rules.score":
    "Os outros anotam em negativo a soma das suas {tiles}, um {joker} custa {joker_points}; quem ganha anota tudo em positivo.",
  "rules.unopened": "Quem não abriu paga {unopened} em vez disso, ou {able} se podia ter aberto.",
  "rules.match": "Jogam-se as rondas combinadas. Ganha o melhor total.",
  "rules.score.example": "Um exemplo",
  "rules.score.best": "{who} tem o melhor total.",
  "rules.score.although": "{who} tem o melhor total, embora {other} tenha ganho duas rondas.",

  "rules.tips.title": "Três conselhos",
  "rules.tip.keep": "Guarda {tiles} no início: os outros abrem o jogo.",
  "rules.tip.four":
    "De {aSet} de quatro, {run} ou {group}, põe três e guarda a quarta: poupa-te tirar uma pedra depois.",
  "rules.tip.joker": "Um {joker} na mão é forte, mas custa {joker_points} se outra pessoa acabar.",
  "rules.differences": "As edições lado a lado",
  "rules.differences.hint": "Só as regras em que diferem; a negrito, o que é diferente do openkub.",
  "rules.differences.dot": "· O folheto não diz nada, por isso é como no openkub.",
  "rules.printed": "Folheto: {value}",
} satisfies Same<typeof english>;
