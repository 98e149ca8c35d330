import type { Same } from "../message";
import type english from "./en";

export default {
  "rules.title": "Die Regeln in Kürze",
  "rules.edition": "Regeln und Wörter von",
  "rules.edition.hint": "Jede gedruckte Anleitung hat eigene Regeln und eigene Namen. Diese Seite folgt der, die du wählst.",
  "rules.tournament":
    "Die Regeln der Rummikub-Turniere bei der Mind Sports Olympiad, wie sie 2019 und 2025 veröffentlicht wurden. Sie stehen in keiner Anleitung.",

  "rules.box.title": "Die Schachtel",
  "rules.box.tiles":
    "106 {tiles}: die Zahlen 1 bis 13 in Schwarz, Rot, Blau und {yellow}, jede zweimal, und zwei {jokers}.",
  "rules.box.players": "Für 2 bis {most} Personen.",
  "rules.box.two": "Für zwei Personen.",
  "rules.box.age": "Ab {age} Jahren.",
  "rules.box.five": "Zu fünft und zu sechst spielt man mit 160 {tiles}n: jede Zahl dreimal, und vier {jokers}.",
  "rules.box.xp":
    "Die Schachteln XP und Mini XP enthalten 160 {tiles} und sechs Bretter. Bis zu viert spielt man mit 106 davon, zu fünft und zu sechst mit allen.",
  "rules.box.big":
    "In der Schachtel für sechs sind 52 Zahlen, zwei {jokers} und zwei Bretter mehr: 160 {tiles}. Zu fünft und zu sechst spielt man mit allen. Bis zu viert gibt es drei Möglichkeiten:",

  "rules.aim.title": "Ziel und Anfang",
  "rules.aim": "Wer zuerst alle eigenen {tiles} ausgelegt hat, gewinnt.",
  "rules.start":
    "Die {tiles} werden verdeckt gemischt, und alle ziehen einen: Die höchste Zahl beginnt, dann geht es im Uhrzeigersinn.",
  "rules.start.ignored": "Ein {joker} zählt dabei nichts; ist die höchste Zahl doppelt, wird unter diesen neu gezogen.",
  "rules.start.redraw": "Wer einen {joker} zieht, zieht noch einmal; ebenso alle mit der gleichen höchsten Zahl.",
  "rules.start.sevens": "Die verdeckten {tiles} werden zu Stapeln von je sieben aufgeschichtet.",
  "rules.start.eight":
    "Danach wird alles noch einmal gemischt und verdeckt zu je sieben gestapelt, einmal zu acht. Zwei Siebenerstapel sind deine {deal} {tiles}; der Rest ist {thePool}.",
  "rules.deal": "Die gezogenen {tiles} werden wieder untergemischt, und alle bekommen {deal}. Der Rest ist {thePool}.",
  "rules.deal.joker":
    "Die gezogenen {tiles} werden wieder untergemischt. Alle bekommen einen {joker} und {rest} andere {tiles}. Der Rest ist {thePool}.",
  "rules.redeal":
    "Wer {pairs} Paare gleicher {tiles} bekommt, darf einmal neu austeilen lassen, und zwar bevor jemand gelegt oder gezogen hat.",

  "rules.sets.title": "Was auf dem Tisch liegen darf",
  "rules.run": "{Run}: drei oder mehr Zahlen in Folge in einer Farbe. Die 1 ist die kleinste, nach der 13 kommt keine 1.",
  "rules.group": "{Group}: drei- oder viermal die gleiche Zahl, jede in einer anderen Farbe.",

  "rules.open.title": "Die {opening}",
  "rules.open": "Beim ersten Mal legst du in einem Zug {sets} {fromRack}, die mindestens {opening_points} Punkte zählen.",
  "rules.open.before": "Bis dahin ist alles tabu, was auf dem Tisch liegt, auch die {jokers} darin.",
  "rules.open.joker.face": "Ein {joker} zählt so viel wie der {tile}, für den er steht.",
  "rules.open.joker.moves": "Er darf im selben Zug umziehen: {joker}–9–10 zählt wie 9–10–{joker}, also 30 und nicht 27.",
  "rules.open.joker.zero": "Ein {joker} darf dabei sein, zählt aber nichts.",
  "rules.open.on": "Danach darfst du im selben Zug am ganzen Tisch weitermachen.",
  "rules.open.wait": "In diesem Zug bleibt alles, was schon liegt, wie es ist.",

  "rules.turn.title": "Dein Zug",
  "rules.turn": "Leg so viele {tiles}, wie du willst, aber mindestens einen. Sonst zieh einen, und dein Zug ist vorbei.",
  "rules.turn.free": "Du darfst auch ziehen, wenn du legen könntest.",
  "rules.turn.must": "Wer legen kann, darf nicht ziehen.",
  "rules.table":
    "Was liegt, gehört allen: anlegen, wegnehmen, teilen und neu zusammensetzen, wie du willst. Am Ende dürfen nur vollständige {sets} liegen, und nichts vom Tisch kommt {toRack}.",
  "rules.ex.before": "Auf dem Tisch",
  "rules.ex.own": "Deine Steine",
  "rules.ex.after": "Danach",
  "rules.ex.free": "{joker}, frei für eine andere Stelle",
  "rules.ex.add": "{Adding}",
  "rules.ex.take": "{Taking}",
  "rules.ex.split": "{Splitting}",
  "rules.ex.both": "Teilen und neu verbinden",
  "rules.ex.all": "Alles auf einmal",
  "rules.fig.add": "Die 3 kommt vor die {run}, die 8 ist die vierte Farbe der {group}.",
  "rules.fig.ends": "Ein {tile} kommt vor die {run}, der andere dahinter.",
  "rules.fig.spare": "Eine volle {group} kann einen {tile} entbehren: Er vervollständigt deine eigene {run}.",
  "rules.fig.swap": "Deine {added} verlängert die {run}. Deren {taken} wird frei für eine {group} mit zwei {tiles}n von dir.",
  "rules.fig.split": "Deine 6 ist das Ende der einen und der Anfang der anderen {run}.",
  "rules.fig.both": "Deine {number}, eine aus der {run} und eine aus der vollen {group} bilden eine neue {group}.",
  "rules.fig.all": "Aus drei {runs} werden drei {groups}, und der Rest der längsten nimmt deinen zweiten {tile} auf.",

  "rules.joker.title": "{Jokers}",
  "rules.joker": "Ein {joker} steht für jeden beliebigen {tile}.",
  "rules.joker.swap": "Wer eröffnet hat, darf ihn durch den {tile} ersetzen, für den er steht: {fromRack} oder vom Tisch.",
  "rules.joker.swap.rack":
    "Wer eröffnet hat, darf ihn gegen den {tile} tauschen, für den er steht. Dieser {tile} muss vom eigenen {rack} kommen.",
  "rules.joker.anywhere": "Der frei gewordene {joker} muss im selben Zug wieder liegen; er kommt nie {toRack}.",
  "rules.joker.newset":
    "Der frei gewordene {joker} kommt sofort in eine neue {set}, zusammen mit mindestens einem weiteren {tile} {fromRack}: Der, den du für ihn gegeben hast, zählt nicht.",
  "rules.joker.split": "An {sets} mit {joker} darf man anlegen, und man darf sie teilen und umbauen wie jede andere.",
  "rules.joker.nosplit":
    "Von {sets} mit {joker} darf nichts abgeteilt und nichts weggenommen werden; anlegen darf man. Der Tausch ist also der einzige Weg, ihn zu befreien.",
  "rules.joker.ways": "Vier Wege, ihn zu befreien:",
  "rules.ex.joker.swap": "Ersetzen",
  "rules.ex.joker.split": "Verlängern und teilen",
  "rules.ex.joker.slide": "Verschieben",
  "rules.ex.joker.end": "Überflüssig machen",
  "rules.ex.joker.table": "Allein mit dem, was liegt",
  "rules.ex.joker.newset": "Und gleich wieder auslegen",
  "rules.fig.joker.one": "Der {tile}, für den er steht, nimmt seinen Platz ein.",
  "rules.fig.joker.either": "Sind es nur drei in der {group}, genügt jede der beiden fehlenden Farben.",
  "rules.fig.joker.both": "Sind es nur drei in der {group}, genügt jede der beiden fehlenden Farben; beide gehen auch.",
  "rules.fig.joker.split": "Die 1 kommt davor, die 7 dahinter; dann wird geteilt, und der {joker} in der Mitte ist übrig.",
  "rules.fig.joker.slide": "Der {joker} rückt in seiner {run} nach vorn und ist jetzt die 5, sodass die 4 davor passt.",
  "rules.fig.joker.end": "Mit deiner 5 ist die {run} auch ohne {joker} lang genug.",
  "rules.fig.joker.table": "Die schwarze 1 kommt zu den Einsen, die schwarze 2 zu den Zweien.",
  "rules.fig.joker.newset": "Deine 3 kommt in die {group}; mit deiner 9 und 10 bildet der {joker} sofort eine neue {set}.",

  "rules.time.title": "Zeit",
  "rules.time.none": "Diese Ausgabe kennt kein Zeitlimit.",
  "rules.time.optional": "Wenn ihr es vereinbart, dauert ein Zug {seconds} Sekunden.",
  "rules.time.always": "Jeder Zug dauert {seconds} Sekunden.",
  "rules.time.bank":
    "Alle haben {minutes} Minuten für die Runde und in jedem Zug {seconds} Sekunden, bevor diese Minuten laufen. Übrige Sekunden werden nicht angespart.",
  "rules.time.contest": "Bei internationalen Wettkämpfen ist es eine Minute.",
  "rules.time.done": "Läuft die Zeit ab und ist alles vollständig, mit mindestens einem {tile} von dir, dann gilt der Zug.",
  "rules.time.restore": {
    one: "Sonst kommt alles dorthin zurück, wo es war, und du ziehst {n} Strafstein.",
    other: "Sonst kommt alles dorthin zurück, wo es war, und du ziehst {n} Strafsteine.",
  },
  "rules.time.loose": {
    one: "Sonst bleiben vollständige {sets} liegen, deine eigenen losen {tiles} kommen zurück {toRack}, und du ziehst {n} Strafstein. Ist ein {tile} lose, der schon auf dem Tisch lag, wird der ganze Zug zurückgenommen.",
    other:
      "Sonst bleiben vollständige {sets} liegen, deine eigenen losen {tiles} kommen zurück {toRack}, und du ziehst {n} Strafsteine. Ist ein {tile} lose, der schon auf dem Tisch lag, wird der ganze Zug zurückgenommen.",
  },
  "rules.time.forgotten":
    "{Tiles}, deren Platz niemand mehr weiß, kommen zu denen, die noch zu ziehen sind; dieses Programm weiß ihn immer.",
  "rules.time.idle": "Hast du gar nichts bewegt, ziehst du {n}.",

  "rules.empty.title": "Wenn nichts mehr zu ziehen ist",
  "rules.empty.must": "Es geht weiter: Wer einen {tile} legen kann, muss; wer nicht kann, passt.",
  "rules.empty.free": "Es geht weiter: Wer keinen {tile} legen kann oder will, passt.",
  "rules.empty.end":
    "Haben alle nacheinander gepasst, gewinnt die kleinste Summe {onRack} und bekommt, was die anderen noch haben.",
  "rules.empty.late":
    "Läuft die Zeit ab, obwohl man legen könnte, ist das kein Passen. Nach zwei ganzen Umläufen, in denen niemand legt, endet die Runde trotzdem.",
  "rules.empty.lowest":
    "Die Runde ist sofort zu Ende: Die kleinste Summe {onRack} gewinnt und bekommt, was die anderen noch haben. Der eigene Rest wird nicht abgezogen.",

  "rules.end.title": "Ende und Wertung",
  "rules.end": "Eine Runde endet, wenn jemand den letzten {tile} legt.",
  "rules.end.call": "Wer das tut, ruft „Rummikub!“",
  "rules.score":
    "Die anderen bekommen die Summe ihrer {tiles} als Minus, ein {joker} kostet {joker_points}; wer gewonnen hat, bekommt alles als Plus.",
  "rules.unopened": "Wer nicht eröffnet hat, zahlt stattdessen {unopened}, oder {able}, wenn es möglich gewesen wäre.",
  "rules.match": "Spielt so viele Runden, wie ihr vereinbart habt. Die beste Gesamtsumme gewinnt.",
  "rules.score.example": "Ein Beispiel",
  "rules.score.best": "{who} hat die beste Gesamtsumme.",
  "rules.score.although": "{who} hat die beste Gesamtsumme, obwohl {other} zwei Runden gewonnen hat.",

  "rules.tips.title": "Drei Tipps",
  "rules.tip.keep": "Halte am Anfang {tiles} zurück: Die anderen machen den Tisch auf.",
  "rules.tip.four":
    "Hast du vier, die zusammenpassen, ob {run} oder {group}, leg drei davon und behalte den vierten: Er erspart dir später das Ziehen.",
  "rules.tip.joker": "Ein {joker} in der Hand ist stark, kostet aber {joker_points}, wenn jemand anders fertig wird.",
  "rules.differences": "Die Ausgaben nebeneinander",
  "rules.differences.hint": "Nur die Regeln, in denen sie sich unterscheiden; fett ist, was anders ist als bei openkub.",
  "rules.differences.dot": "· Die Anleitung sagt nichts dazu, also wie bei openkub.",
  "rules.printed": "Anleitung: {value}",
} satisfies Same<typeof english>;
