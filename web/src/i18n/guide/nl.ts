import type { Same } from "../message";
import type english from "./en";

export default {
  "rules.title": "De regels in het kort",
  "rules.edition": "Regels en woorden van",
  "rules.edition.hint": "Elk gedrukt boekje heeft eigen regels en namen. Deze pagina volgt het boekje dat je kiest.",
  "rules.tournament":
    "De regels van de Rummikub-toernooien op de Mind Sports Olympiad, zoals gepubliceerd in 2019 en 2025. Ze komen uit geen enkel boekje.",

  "rules.box.title": "De doos",
  "rules.box.tiles":
    "106 {tiles}: de getallen 1 tot en met 13 in zwart, rood, blauw en {yellow}, elk twee keer, en twee {jokers}.",
  "rules.box.players": "Voor 2 tot {most} spelers.",
  "rules.box.two": "Voor twee spelers.",
  "rules.box.age": "Vanaf {age} jaar.",
  "rules.box.five": "Met vijf en zes speel je met 160 {tiles}: elk getal drie keer, en vier {jokers}.",
  "rules.box.xp":
    "In de dozen XP en Mini XP zitten 160 {tiles} en zes plankjes. Tot en met vier spelers gebruik je er 106, met vijf en zes allemaal.",
  "rules.box.big":
    "In de doos voor zes zitten 52 getallen, twee {jokers} en twee plankjes extra: 160 {tiles}. Met vijf en zes speel je met alles. Met vier of minder zijn er drie manieren:",

  "rules.aim.title": "Doel en begin",
  "rules.aim": "Als eerste al je {tiles} op tafel leggen.",
  "rules.start":
    "Alle {tiles} worden met het getal naar beneden gehusseld. Iedereen pakt er een: het hoogste getal begint, daarna gaat het met de klok mee.",
  "rules.start.ignored": "Een {joker} telt hier niet; is het hoogste getal gelijk, dan pakken die spelers opnieuw.",
  "rules.start.redraw": "Wie een {joker} pakt, pakt opnieuw, net als spelers met hetzelfde hoogste getal.",
  "rules.start.sevens": "De omgekeerde {tiles} worden in stapeltjes van zeven gelegd.",
  "rules.start.eight":
    "Daarna wordt alles opnieuw gehusseld en omgekeerd in stapeltjes van zeven gelegd, één van acht. Twee stapeltjes van zeven zijn jouw {deal} {tiles}; de rest is {thePool}.",
  "rules.deal": "De gepakte {tiles} gaan er weer bij en iedereen krijgt er {deal}. De rest is {thePool}.",
  "rules.deal.joker":
    "De gepakte {tiles} gaan er weer bij. Iedereen krijgt één {joker} en {rest} andere {tiles}. De rest is {thePool}.",
  "rules.redeal":
    "Wie {pairs} paren gelijke {tiles} krijgt, mag één keer opnieuw laten delen, voordat iemand heeft gelegd of gepakt.",

  "rules.sets.title": "Wat er op tafel mag liggen",
  "rules.run": "{ARun}: drie of meer opeenvolgende getallen in één kleur. De 1 is de laagste, en na de 13 komt geen 1.",
  "rules.group": "{AGroup}: drie of vier keer hetzelfde getal, elk in een andere kleur.",

  "rules.open.title": "De {opening}",
  "rules.open": "De eerste keer leg je in één beurt {sets} {fromRack} die minstens {opening_points} punten tellen.",
  "rules.open.before": "Tot dan blijf je af van wat er op tafel ligt, ook van de {jokers} daar.",
  "rules.open.joker.face": "Een {joker} telt als de {tile} die hij vervangt.",
  "rules.open.joker.moves": "Hij mag in dezelfde beurt verschuiven: {joker}–9–10 telt als 9–10–{joker}, dus 30 en niet 27.",
  "rules.open.joker.zero": "Een {joker} mag erbij, maar telt niet.",
  "rules.open.on": "Daarna mag je in dezelfde beurt met de hele tafel verder.",
  "rules.open.wait": "In die beurt blijft wat er al ligt, zoals het is.",

  "rules.turn.title": "Jouw beurt",
  "rules.turn": "Leg zoveel {tiles} als je wilt, minstens één. Anders pak je er een en is je beurt voorbij.",
  "rules.turn.free": "Je mag ook pakken als je kunt leggen.",
  "rules.turn.must": "Wie kan leggen, mag niet pakken.",
  "rules.table":
    "Alle {sets} zijn van iedereen: leg aan, neem weg, splits en combineer. Aan het eind mogen er alleen volledige {sets} liggen, en niets van de tafel gaat {toRack}.",
  "rules.ex.before": "Op tafel",
  "rules.ex.own": "Jouw stenen",
  "rules.ex.after": "Daarna",
  "rules.ex.free": "{joker}, vrij voor een andere plek",
  "rules.ex.add": "{Adding}",
  "rules.ex.take": "{Taking}",
  "rules.ex.split": "{Splitting}",
  "rules.ex.both": "Splitsen en opnieuw combineren",
  "rules.ex.all": "Alles tegelijk",
  "rules.fig.add": "De 3 komt vóór de {run}, de 8 is de vierde kleur van de {group}.",
  "rules.fig.ends": "De ene komt vóór de {run}, de andere erachter.",
  "rules.fig.spare": "{AGroup} van vier kan een {tile} missen: die maakt je eigen {run} compleet.",
  "rules.fig.swap": "Jouw {added} verlengt de {run}. De {taken} komt vrij voor {aGroup} met twee {tiles} van jou.",
  "rules.fig.split": "Jouw 6 is het eind van de ene {run} en het begin van de andere.",
  "rules.fig.both": "Jouw {number}, een uit de {run} en een uit de {group} van vier vormen een nieuwe {group}.",
  "rules.fig.all": "Drie {runs} worden drie {groups}, en bij wat er van de langste overblijft past je andere {tile}.",

  "rules.joker.title": "{Jokers}",
  "rules.joker": "Een {joker} vervangt elke {tile}.",
  "rules.joker.swap": "Na het uitkomen mag je hem vervangen door de {tile} waar hij voor staat, {fromRack} of van de tafel.",
  "rules.joker.swap.rack":
    "Na het uitkomen mag je hem ruilen voor de {tile} waar hij voor staat. Die {tile} moet van je eigen {rack} komen.",
  "rules.joker.anywhere": "De vrijgekomen {joker} wordt in dezelfde beurt weer uitgelegd; hij gaat nooit {toRack}.",
  "rules.joker.newset":
    "De vrijgekomen {joker} gaat meteen in een nieuwe {set}, samen met minstens één andere {tile} {fromRack}: de {tile} waarvoor je hem ruilde, telt niet.",
  "rules.joker.split": "Bij {sets} met een {joker} mag je aanleggen, splitsen en combineren als bij elke andere.",
  "rules.joker.nosplit":
    "{Sets} met een {joker} mag je niet splitsen of inkorten; aanleggen mag wel. Ruilen is dus de enige manier om hem vrij te krijgen.",
  "rules.joker.ways": "Vier manieren om hem vrij te krijgen:",
  "rules.ex.joker.swap": "Vervangen",
  "rules.ex.joker.split": "Verlengen en splitsen",
  "rules.ex.joker.slide": "Verplaatsen",
  "rules.ex.joker.end": "Overbodig maken",
  "rules.ex.joker.table": "Alleen met {tiles} van de tafel",
  "rules.ex.joker.newset": "En meteen weer uitleggen",
  "rules.fig.joker.one": "De {tile} waar hij voor staat, komt op zijn plaats.",
  "rules.fig.joker.either": "In {aGroup} van drie is elk van de twee ontbrekende kleuren goed.",
  "rules.fig.joker.both": "In {aGroup} van drie is elk van de twee ontbrekende kleuren goed, of allebei.",
  "rules.fig.joker.split": "De 1 komt ervoor, de 7 erachter; dan splits je de {run}, en de {joker} in het midden blijft over.",
  "rules.fig.joker.slide": "De {joker} schuift naar het begin van zijn {run} en is nu de 5, zodat de 4 ervoor past.",
  "rules.fig.joker.end": "Met jouw 5 is de {run} ook zonder {joker} lang genoeg.",
  "rules.fig.joker.table": "De zwarte 1 gaat naar de enen, de zwarte 2 naar de tweeën.",
  "rules.fig.joker.newset": "Jouw 3 gaat naar de {group}; met jouw 9 en 10 vormt de {joker} meteen een nieuwe {set}.",

  "rules.time.title": "Tijd",
  "rules.time.none": "Deze uitgave kent geen tijdslimiet.",
  "rules.time.optional": "Als jullie dat afspreken, duurt een beurt {seconds} seconden.",
  "rules.time.always": "Elke beurt duurt {seconds} seconden.",
  "rules.time.bank":
    "Iedereen heeft {minutes} minuten voor de ronde, en in elke beurt {seconds} seconden voordat die minuten gaan lopen. Wat van de seconden overblijft, wordt niet opgespaard.",
  "rules.time.contest": "Bij internationale wedstrijden is het één minuut.",
  "rules.time.done": "Is de tijd om en is alles volledig, met minstens één {tile} van jou erbij, dan telt de beurt.",
  "rules.time.restore": {
    one: "Anders gaat alles terug naar waar het was en pak je {n} strafsteen.",
    other: "Anders gaat alles terug naar waar het was en pak je {n} strafstenen.",
  },
  "rules.time.loose": {
    one: "Anders blijven volledige {sets} liggen, gaan je eigen losse {tiles} terug {toRack} en pak je {n} strafsteen. Ligt er een {tile} los die al op tafel lag, dan wordt de hele beurt teruggedraaid.",
    other:
      "Anders blijven volledige {sets} liggen, gaan je eigen losse {tiles} terug {toRack} en pak je {n} strafstenen. Ligt er een {tile} los die al op tafel lag, dan wordt de hele beurt teruggedraaid.",
  },
  "rules.time.forgotten":
    "{Tiles} waarvan niemand de plaats meer weet, gaan naar de {tiles} die nog te pakken zijn; dit programma weet het altijd.",
  "rules.time.idle": "Heb je niets verplaatst, dan pak je er {n}.",

  "rules.empty.title": "Als er niets meer te pakken valt",
  "rules.empty.must": "Je speelt door: wie een {tile} kan leggen, moet; wie niet kan, past.",
  "rules.empty.free": "Je speelt door: wie geen {tile} kan of wil leggen, past.",
  "rules.empty.end": "Als iedereen na elkaar heeft gepast, wint de laagste som en krijgt die wat de anderen nog hebben.",
  "rules.empty.late":
    "Is de tijd om van wie kan leggen, dan is dat geen pas. Na twee hele rondgangen waarin niemand legt, eindigt de ronde toch.",
  "rules.empty.lowest":
    "De ronde is meteen afgelopen: de laagste som wint en krijgt wat de anderen nog hebben. De eigen rest gaat er niet af.",

  "rules.end.title": "Einde en score",
  "rules.end": "Een ronde eindigt als iemand de laatste {tile} legt.",
  "rules.end.call": "Wie dat doet, roept ‘Rummikub!’",
  "rules.score":
    "De anderen krijgen de som van hun {tiles} als min, een {joker} kost {joker_points}; de winnaar krijgt dat alles als plus.",
  "rules.unopened": "Wie niet is uitgekomen, betaalt in plaats daarvan {unopened}, of {able} als het wel had gekund.",
  "rules.match": "Speel zoveel rondes als afgesproken. Het beste totaal wint.",
  "rules.score.example": "Een voorbeeld",
  "rules.score.best": "{who} heeft het beste totaal.",
  "rules.score.although": "{who} heeft het beste totaal, hoewel {other} twee rondes won.",

  "rules.tips.title": "Drie tips",
  "rules.tip.keep": "Hou in het begin {tiles} achter: de anderen maken het spel open.",
  "rules.tip.four":
    "Leg van {aSet} van vier, {run} of {group}, er drie en hou de vierde: dat spaart je later een keer pakken.",
  "rules.tip.joker": "Een {joker} achter de hand is sterk, maar kost {joker_points} als een ander uit is.",
  "rules.differences": "De uitgaven naast elkaar",
  "rules.differences.hint": "Alleen de regels waarin ze verschillen; vet is wat anders is dan bij openkub.",
  "rules.differences.dot": "· Het boekje zegt er niets over, dus zoals bij openkub.",
  "rules.printed": "Boekje: {value}",
} satisfies Same<typeof english>;
