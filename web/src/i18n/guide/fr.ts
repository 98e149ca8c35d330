import type { Same } from "../message";
import type english from "./en";

export default {
  "rules.title": "Les règles en bref",
  "rules.edition": "Règles et mots de",
  "rules.edition.hint": "Chaque notice imprimée a ses règles et ses noms. Cette page suit celle que tu choisis.",
  "rules.tournament":
    "Les règles des tournois de Rummikub à la Mind Sports Olympiad, telles que publiées en 2019 et en 2025. Elles ne viennent d’aucune notice.",

  "rules.box.title": "La boîte",
  "rules.box.tiles":
    "106 {tiles} : les nombres de 1 à 13 en noir, rouge, bleu et {yellow}, chacun deux fois, et deux {jokers}.",
  "rules.box.players": "De 2 à {most} joueurs.",
  "rules.box.two": "Pour deux joueurs.",
  "rules.box.age": "À partir de {age} ans.",
  "rules.box.five": "À cinq et à six, on joue avec 160 {tiles} : chaque nombre trois fois, et quatre {jokers}.",
  "rules.box.xp":
    "Les boîtes XP et Mini XP contiennent 160 {tiles} et six {rack}s. Jusqu’à quatre joueurs, on en prend 106 ; à cinq et à six, toutes.",
  "rules.box.big":
    "La boîte pour six contient 52 nombres, deux {jokers} et deux {rack}s de plus : 160 {tiles}. À cinq et à six, on joue avec toutes. À quatre ou moins, il y a trois façons :",

  "rules.aim.title": "But et départ",
  "rules.aim": "Poser toutes ses {tiles} sur la table avant les autres.",
  "rules.start":
    "On mélange toutes les {tiles} face cachée. Chacun en tire une : le plus grand nombre commence, puis on tourne dans le sens des aiguilles d’une montre.",
  "rules.start.ignored": "Un {joker} ne compte pas ici ; à égalité du plus grand nombre, ces joueurs tirent de nouveau.",
  "rules.start.redraw": "Qui tire un {joker} tire de nouveau, tout comme les joueurs à égalité du plus grand nombre.",
  "rules.start.sevens": "On empile les {tiles}, face cachée, par sept.",
  "rules.start.eight":
    "Ensuite on mélange tout de nouveau et on empile face cachée par sept, une seule fois par huit. Deux piles de sept sont tes {deal} {tiles} ; le reste est {thePool}.",
  "rules.deal": "Les {tiles} tirées sont remises dans le tas, et chacun en reçoit {deal}. Le reste est {thePool}.",
  "rules.deal.joker":
    "Les {tiles} tirées sont remises dans le tas. Chacun reçoit un {joker} et {rest} autres {tiles}. Le reste est {thePool}.",
  "rules.redeal":
    "Qui reçoit {pairs} paires de {tiles} identiques peut demander une nouvelle donne, une seule fois, avant que quelqu’un ait joué ou pioché.",

  "rules.sets.title": "Ce qui peut être sur la table",
  "rules.run": "{ARun} : trois nombres ou plus qui se suivent, d’une même couleur. Le 1 est le plus petit, et aucun 1 ne suit le 13.",
  "rules.group": "{AGroup} : trois ou quatre fois le même nombre, chacun d’une autre couleur.",

  "rules.open.title": "La {opening}",
  "rules.open": "La première fois, tu poses en un tour des {sets} {fromRack} qui font au moins {opening_points} points.",
  "rules.open.before": "Avant cela, on ne touche pas à ce qui est sur la table, {jokers} compris.",
  "rules.open.joker.face": "Un {joker} vaut la {tile} qu’il remplace.",
  "rules.open.joker.moves": "Il peut se déplacer dans le même tour : {joker}–9–10 vaut autant que 9–10–{joker}, donc 30 et non 27.",
  "rules.open.joker.zero": "Un {joker} peut servir, mais ne compte pas.",
  "rules.open.on": "Tu peux ensuite continuer sur toute la table dans le même tour.",
  "rules.open.wait": "À ce tour, ce qui est déjà sur la table reste tel quel.",

  "rules.turn.title": "Ton tour",
  "rules.turn": "Pose autant de {tiles} que tu veux, au moins une. Sinon pioches-en une, et ton tour est fini.",
  "rules.turn.free": "Tu peux piocher même si tu pourrais jouer.",
  "rules.turn.must": "Qui peut jouer ne peut pas piocher.",
  "rules.table":
    "Toutes les {sets} sont à tout le monde : ajoute, retire, divise, combine. À la fin il ne doit rester que des {sets} complètes, et rien de la table ne va {toRack}.",
  "rules.ex.before": "Sur la table",
  "rules.ex.own": "Tes {tiles}",
  "rules.ex.after": "Ensuite",
  "rules.ex.free": "{joker}, libre pour une autre place",
  "rules.ex.add": "{Adding}",
  "rules.ex.take": "{Taking}",
  "rules.ex.split": "{Splitting}",
  "rules.ex.both": "Diviser et recombiner",
  "rules.ex.all": "Tout à la fois",
  "rules.fig.add": "Le 3 va devant la {run}, le 8 est la quatrième couleur de la {group}.",
  "rules.fig.ends": "L’une va devant la {run}, l’autre derrière.",
  "rules.fig.spare": "{AGroup} de quatre peut céder une {tile} : elle complète ta propre {run}.",
  "rules.fig.swap": "Ton {added} allonge la {run}. Son {taken} devient libre pour {aGroup} avec deux {tiles} à toi.",
  "rules.fig.split": "Ton 6 termine une {run} et commence l’autre.",
  "rules.fig.both": "Ton {number}, un de la {run} et un de la {group} de quatre forment une nouvelle {group}.",
  "rules.fig.all": "Trois {runs} deviennent trois {groups}, et le reste de la plus longue accueille ton autre {tile}.",

  "rules.joker.title": "{Jokers}",
  "rules.joker": "Un {joker} remplace n’importe quelle {tile}.",
  "rules.joker.swap": "Après avoir ouvert, tu peux mettre à sa place la {tile} qu’il remplace, {fromRack} ou de la table.",
  "rules.joker.swap.rack":
    "Après avoir ouvert, tu peux l’échanger contre la {tile} qu’il remplace. Cette {tile} doit venir de ta propre {rack}.",
  "rules.joker.anywhere": "Le {joker} récupéré est rejoué dans le même tour ; il ne va jamais {toRack}.",
  "rules.joker.newset":
    "Le {joker} récupéré va aussitôt dans une nouvelle {set}, avec au moins une autre {tile} {fromRack} : celle que tu as donnée pour lui ne compte pas.",
  "rules.joker.split": "Les {sets} avec {joker} se complètent, se divisent et se recombinent comme les autres.",
  "rules.joker.nosplit":
    "On ne divise pas les {sets} avec {joker} et on n’y prend rien ; on peut y ajouter. L’échange est donc la seule façon de le libérer.",
  "rules.joker.ways": "Quatre façons de le libérer :",
  "rules.ex.joker.swap": "Le remplacer",
  "rules.ex.joker.split": "Allonger et diviser",
  "rules.ex.joker.slide": "Le déplacer",
  "rules.ex.joker.end": "S’en passer",
  "rules.ex.joker.table": "Avec les seules {tiles} de la table",
  "rules.ex.joker.newset": "Et le reposer aussitôt",
  "rules.fig.joker.one": "La {tile} qu’il remplace prend sa place.",
  "rules.fig.joker.either": "Dans {aGroup} de trois, l’une ou l’autre des deux couleurs absentes convient.",
  "rules.fig.joker.both": "Dans {aGroup} de trois, l’une ou l’autre des deux couleurs absentes convient, ou les deux.",
  "rules.fig.joker.split": "Le 1 va devant, le 7 derrière ; puis on divise la {run}, et le {joker} du milieu est libre.",
  "rules.fig.joker.slide": "Le {joker} passe en tête de sa {run} et devient le 5 : le 4 peut se placer devant.",
  "rules.fig.joker.end": "Avec ton 5, la {run} se passe du {joker}.",
  "rules.fig.joker.table": "Le 1 noir rejoint les 1, le 2 noir rejoint les 2.",
  "rules.fig.joker.newset": "Ton 3 va dans la {group} ; avec ton 9 et ton 10, le {joker} forme aussitôt une nouvelle {set}.",

  "rules.time.title": "Le temps",
  "rules.time.none": "Cette édition n’a pas de limite de temps.",
  "rules.time.optional": "Si l’on en convient, un tour dure {seconds} secondes.",
  "rules.time.always": "Chaque tour dure {seconds} secondes.",
  "rules.time.bank":
    "Chacun a {minutes} minutes pour la manche et, à chaque tour, {seconds} secondes avant que ces minutes ne courent. Les secondes restantes ne s’accumulent pas.",
  "rules.time.contest": "Dans les compétitions internationales, c’est une minute.",
  "rules.time.done": "Si le temps est écoulé et que tout est complet, avec au moins une {tile} à toi, le tour compte.",
  "rules.time.restore": {
    one: "Sinon tout revient à sa place et tu pioches {n} {tile} de pénalité.",
    other: "Sinon tout revient à sa place et tu pioches {n} {tiles} de pénalité.",
  },
  "rules.time.loose": {
    one: "Sinon les {sets} complètes restent, tes propres {tiles} isolées reviennent {toRack} et tu pioches {n} {tile} de pénalité. Si une {tile} de la table est isolée, tout le tour est annulé.",
    other:
      "Sinon les {sets} complètes restent, tes propres {tiles} isolées reviennent {toRack} et tu pioches {n} {tiles} de pénalité. Si une {tile} de la table est isolée, tout le tour est annulé.",
  },
  "rules.time.forgotten":
    "Les {tiles} dont personne ne retrouve la place rejoignent celles qui restent à piocher ; ce programme, lui, s’en souvient.",
  "rules.time.idle": "Si tu n’as rien bougé, tu en pioches {n}.",

  "rules.empty.title": "Quand il n’y a plus rien à piocher",
  "rules.empty.must": "On continue : qui peut poser une {tile} doit le faire, qui ne peut pas passe.",
  "rules.empty.free": "On continue : qui ne peut ou ne veut rien poser passe.",
  "rules.empty.end": "Quand tous ont passé l’un après l’autre, le plus petit total gagne et marque ce que les autres ont encore.",
  "rules.empty.late":
    "Si le temps est écoulé pour qui pourrait poser, ce n’est pas passer. Après deux tours de table entiers où personne ne pose, la manche finit quand même.",
  "rules.empty.lowest":
    "La manche s’arrête aussitôt : le plus petit total gagne et marque ce que les autres ont encore. Son propre reste n’est pas déduit.",

  "rules.end.title": "Fin et score",
  "rules.end": "Une manche finit quand quelqu’un pose sa dernière {tile}.",
  "rules.end.call": "Qui le fait crie « Rummikub ! ».",
  "rules.score":
    "Les autres notent en moins la somme de leurs {tiles}, un {joker} coûte {joker_points} ; qui a gagné note le tout en plus.",
  "rules.unopened": "Qui n’a pas ouvert paie {unopened} à la place, ou {able} si c’était possible.",
  "rules.match": "On joue autant de manches que convenu. Le meilleur total gagne.",
  "rules.score.example": "Un exemple",
  "rules.score.best": "{who} a le meilleur total.",
  "rules.score.although": "{who} a le meilleur total, bien que {other} ait gagné deux manches.",

  "rules.tips.title": "Trois conseils",
  "rules.tip.keep": "Garde des {tiles} au début : les autres ouvriront le jeu.",
  "rules.tip.four":
    "D’{aSet} de quatre, {run} ou {group}, poses-en trois et garde la quatrième : elle t’évitera de piocher.",
  "rules.tip.joker": "Un {joker} en main est fort, mais coûte {joker_points} si quelqu’un d’autre finit.",
  "rules.differences": "Les éditions côte à côte",
  "rules.differences.hint": "Seulement les règles où elles diffèrent ; en gras, ce qui n’est pas comme dans openkub.",
  "rules.differences.dot": "· La notice n’en dit rien, donc comme dans openkub.",
  "rules.printed": "Notice : {value}",
} satisfies Same<typeof english>;
