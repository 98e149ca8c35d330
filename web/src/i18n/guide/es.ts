import type { Same } from "../message";
import type english from "./en";

export default {
  "rules.title": "Las reglas en breve",
  "rules.edition": "Reglas y palabras de",
  "rules.edition.hint": "Cada folleto impreso tiene sus reglas y sus nombres. Esta página sigue el que elijas.",
  "rules.tournament":
    "Las reglas de los torneos de Rummikub de la Mind Sports Olympiad, tal como se publicaron en 2019 y 2025. No vienen de ningún folleto.",

  "rules.box.title": "La caja",
  "rules.box.tiles":
    "106 {tiles}: los números del 1 al 13 en negro, rojo, azul y {yellow}, cada uno dos veces, y dos {jokers}.",
  "rules.box.players": "De 2 a {most} jugadores.",
  "rules.box.two": "Dos jugadores.",
  "rules.box.age": "A partir de {age} años.",
  "rules.box.five": "Cinco y seis juegan con 160 {tiles}: cada número tres veces, y cuatro {jokers}.",
  "rules.box.xp":
    "Las cajas XP y Mini XP traen 160 {tiles} y seis soportes. Hasta cuatro juegan con 106 de ellas; cinco y seis, con todas.",
  "rules.box.big":
    "La caja para seis trae 52 números, dos {jokers} y dos soportes más: 160 {tiles}. Cinco y seis juegan con todas. Con cuatro o menos hay tres maneras:",

  "rules.aim.title": "Objetivo y comienzo",
  "rules.aim": "Colocar todas tus {tiles} en la mesa antes que los demás.",
  "rules.start":
    "Se mezclan todas las {tiles} boca abajo. Cada cual roba una: el número más alto empieza y se sigue en el sentido de las agujas del reloj.",
  "rules.start.ignored": "Un {joker} no cuenta aquí; si hay empate en el más alto, esos roban otra vez.",
  "rules.start.redraw": "Quien roba un {joker} vuelve a robar, y también quienes empatan en el más alto.",
  "rules.start.sevens": "Las {tiles} se apilan boca abajo de siete en siete.",
  "rules.start.eight":
    "Después se mezcla todo otra vez y se apila boca abajo de siete en siete, y una vez ocho. Dos pilas de siete son tus {deal} {tiles}; el resto es {thePool}.",
  "rules.deal": "Las {tiles} robadas se vuelven a mezclar y cada cual recibe {deal}. El resto es {thePool}.",
  "rules.deal.joker":
    "Las {tiles} robadas se vuelven a mezclar. Cada cual recibe un {joker} y otras {rest} {tiles}. El resto es {thePool}.",
  "rules.redeal":
    "Quien recibe {pairs} parejas de {tiles} iguales puede pedir que se reparta de nuevo, una sola vez y antes de que nadie haya jugado ni robado.",

  "rules.sets.title": "Lo que puede haber en la mesa",
  "rules.run": "{Run}: tres o más números consecutivos de un color. El 1 es el más bajo, y tras el 13 no va el 1.",
  "rules.group": "{Group}: tres o cuatro veces el mismo número, cada uno de otro color.",

  "rules.open.title": "{Opening}",
  "rules.open": "La primera vez colocas en un turno {sets} {fromRack} que valgan al menos {opening_points} puntos.",
  "rules.open.before": "Hasta entonces no puedes tocar lo que hay en la mesa, tampoco sus {jokers}.",
  "rules.open.joker.face": "Un {joker} vale lo que la {tile} que sustituye.",
  "rules.open.joker.moves": "Puede moverse en el mismo turno: {joker}–9–10 vale como 9–10–{joker}, es decir, 30 y no 27.",
  "rules.open.joker.zero": "Un {joker} puede usarse, pero no vale nada.",
  "rules.open.on": "Después puedes seguir con toda la mesa en el mismo turno.",
  "rules.open.wait": "En ese turno, lo que ya hay en la mesa se queda como está.",

  "rules.turn.title": "Tu turno",
  "rules.turn": "Coloca cuantas {tiles} quieras, al menos una. Si no, roba una y tu turno termina.",
  "rules.turn.free": "Puedes robar aunque puedas jugar.",
  "rules.turn.must": "Quien puede jugar no puede robar.",
  "rules.table":
    "Todas las {sets} son de todos: añade, quita, divide y combina como quieras. Al final solo puede haber {sets} completas, y nada de la mesa va {toRack}.",
  "rules.ex.before": "En la mesa",
  "rules.ex.own": "Tus fichas",
  "rules.ex.after": "Después",
  "rules.ex.free": "{joker}, libre para otro sitio",
  "rules.ex.add": "{Adding}",
  "rules.ex.take": "{Taking}",
  "rules.ex.split": "{Splitting}",
  "rules.ex.both": "Dividir y volver a combinar",
  "rules.ex.all": "Todo a la vez",
  "rules.fig.add": "El 3 va delante de la {run}; el 8 es el cuarto color de la {group}.",
  "rules.fig.ends": "Una va delante de la {run} y la otra detrás.",
  "rules.fig.spare": "A {aGroup} de cuatro le sobra una {tile}: completa una {run} tuya.",
  "rules.fig.swap": "Tu {added} alarga la {run}. Su {taken} queda libre para {aGroup} con dos {tiles} tuyas.",
  "rules.fig.split": "Tu 6 termina una {run} y empieza la otra.",
  "rules.fig.both": "Tu {number}, otro de la {run} y otro de la {group} de cuatro forman {aGroup} nueva.",
  "rules.fig.all": "De tres {runs} salen tres {groups}, y lo que queda de la más larga recibe tu otra {tile}.",

  "rules.joker.title": "{Jokers}",
  "rules.joker": "Un {joker} vale por cualquier {tile}.",
  "rules.joker.swap": "Cuando ya has abierto, puedes sustituirlo por la {tile} que representa, {fromRack} o de la mesa.",
  "rules.joker.swap.rack":
    "Cuando ya has abierto, puedes sustituirlo por la {tile} que representa. Esa {tile} tiene que venir de tu propio {rack}.",
  "rules.joker.anywhere": "El {joker} liberado se coloca de nuevo en el mismo turno; nunca va {toRack}.",
  "rules.joker.newset":
    "El {joker} liberado va enseguida a {aSet} nueva, con al menos otra {tile} {fromRack}: la que diste por él no cuenta.",
  "rules.joker.split": "A las {sets} con {joker} se les pueden añadir {tiles}, y se dividen y se cambian como las demás.",
  "rules.joker.nosplit":
    "Las {sets} con {joker} no se pueden dividir ni reducir; sí se puede añadir. Cambiarlo es, pues, la única manera de liberarlo.",
  "rules.joker.ways": "Cuatro maneras de liberarlo:",
  "rules.ex.joker.swap": "Sustituirlo",
  "rules.ex.joker.split": "Alargar y dividir",
  "rules.ex.joker.slide": "Moverlo",
  "rules.ex.joker.end": "Prescindir de él",
  "rules.ex.joker.table": "Solo con {tiles} de la mesa",
  "rules.ex.joker.newset": "Y colocarlo de nuevo",
  "rules.fig.joker.one": "La {tile} que representa ocupa su lugar.",
  "rules.fig.joker.either": "En {aGroup} de tres sirve cualquiera de los dos colores que faltan.",
  "rules.fig.joker.both": "En {aGroup} de tres sirve cualquiera de los dos colores que faltan, o los dos.",
  "rules.fig.joker.split": "El 1 va delante y el 7 detrás; luego se divide la {run}, y el {joker} del medio queda libre.",
  "rules.fig.joker.slide": "El {joker} pasa al principio de su {run} y ahora es el 5; así cabe el 4 delante.",
  "rules.fig.joker.end": "Con tu 5, la {run} ya no necesita el {joker}.",
  "rules.fig.joker.table": "El 1 negro va con los unos; el 2 negro, con los doses.",
  "rules.fig.joker.newset": "Tu 3 va a la {group}; con tu 9 y tu 10 el {joker} forma enseguida {aSet} nueva.",

  "rules.time.title": "Tiempo",
  "rules.time.none": "Esta edición no tiene límite de tiempo.",
  "rules.time.optional": "Si se acuerda así, un turno dura {seconds} segundos.",
  "rules.time.always": "Cada turno dura {seconds} segundos.",
  "rules.time.bank":
    "Cada cual tiene {minutes} minutos para la ronda y, en cada turno, {seconds} segundos antes de que corran esos minutos. Los segundos que sobran no se acumulan.",
  "rules.time.contest": "En las competiciones internacionales es un minuto.",
  "rules.time.done": "Si se acaba el tiempo y todo está completo, con al menos una {tile} tuya, el turno vale.",
  "rules.time.restore": {
    one: "Si no, todo vuelve a su sitio y robas {n} ficha de penalización.",
    other: "Si no, todo vuelve a su sitio y robas {n} fichas de penalización.",
  },
  "rules.time.loose": {
    one: "Si no, lo completo se queda, tus propias {tiles} sueltas vuelven {toRack} y robas {n} ficha de penalización. Si queda suelta una {tile} de la mesa, se deshace todo el turno.",
    other:
      "Si no, lo completo se queda, tus propias {tiles} sueltas vuelven {toRack} y robas {n} fichas de penalización. Si queda suelta una {tile} de la mesa, se deshace todo el turno.",
  },
  "rules.time.forgotten":
    "Las {tiles} cuyo sitio nadie recuerda van con las que quedan por robar; este programa siempre lo recuerda.",
  "rules.time.idle": "Si no has movido nada, robas {n}.",

  "rules.empty.title": "Cuando no queda nada que robar",
  "rules.empty.must": "Se sigue jugando: quien puede colocar una {tile} debe hacerlo; quien no puede, pasa.",
  "rules.empty.free": "Se sigue jugando: quien no puede o no quiere colocar una {tile}, pasa.",
  "rules.empty.end": "Cuando todos han pasado uno tras otro, gana la suma más baja y se apunta lo que tienen los demás.",
  "rules.empty.late":
    "Si se acaba el tiempo de quien podría colocar, eso no es pasar. Tras dos vueltas enteras en las que nadie coloca, la ronda termina igualmente.",
  "rules.empty.lowest":
    "La ronda termina enseguida: gana la suma más baja y se apunta lo que tienen los demás. Lo que le queda no se descuenta.",

  "rules.end.title": "Final y puntuación",
  "rules.end": "Una ronda termina cuando alguien coloca su última {tile}.",
  "rules.end.call": "Quien lo hace grita: «¡Rummikub!».",
  "rules.score":
    "Los demás se apuntan en negativo la suma de sus {tiles}, un {joker} cuesta {joker_points}; quien gana se lo apunta todo en positivo.",
  "rules.unopened": "Quien no ha abierto paga {unopened} en su lugar, o {able} si podía haber abierto.",
  "rules.match": "Se juegan las rondas acordadas. Gana el mejor total.",
  "rules.score.example": "Un ejemplo",
  "rules.score.best": "{who} tiene el mejor total.",
  "rules.score.although": "{who} tiene el mejor total, aunque {other} ganó dos rondas.",

  "rules.tips.title": "Tres consejos",
  "rules.tip.keep": "Guarda {tiles} al principio: los demás abrirán el juego.",
  "rules.tip.four":
    "De {aSet} de cuatro, sea {run} o {group}, coloca tres y guarda la cuarta: te ahorra robar en el turno siguiente.",
  "rules.tip.joker": "Un {joker} en la mano es fuerte, pero cuesta {joker_points} si termina otra persona.",
  "rules.differences": "Las ediciones, una al lado de otra",
  "rules.differences.hint": "Solo las reglas en que difieren; en negrita, lo que es distinto de openkub.",
  "rules.differences.dot": "· El folleto no dice nada, así que es como en openkub.",
  "rules.printed": "Folleto: {value}",
} satisfies Same<typeof english>;
