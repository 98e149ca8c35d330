const messages = {
  "rules.title": "The rules in short",
  "rules.edition": "Rules and words of",
  "rules.edition.hint": "Each printed leaflet has rules and names of its own. This page follows the one you choose.",
  "rules.tournament":
    "The rules of the Rummikub tournaments at the Mind Sports Olympiad, as published for 2019 and 2025. They come from no leaflet.",

  "rules.box.title": "The box",
  "rules.box.tiles":
    "106 {tiles}: the numbers 1 to 13 in black, red, blue and {yellow}, each of them twice, and two {jokers}.",
  "rules.box.players": "For 2 to {most} players.",
  "rules.box.two": "For two players.",
  "rules.box.age": "From {age} years.",
  "rules.box.five": "Five and six play with 160 {tiles}: every number three times, and four {jokers}.",
  "rules.box.xp":
    "The XP and Mini XP boxes have 160 {tiles} and six racks. Up to four play with 106 of them, five and six with all.",
  "rules.box.big":
    "The box for six has 52 more numbers, two more {jokers} and two more racks: 160 {tiles}. Five and six play with all of them. Four or fewer choose one of three ways:",

  "rules.aim.title": "Aim and start",
  "rules.aim": "Be the first to lay all your {tiles} on the table.",
  "rules.start": "All {tiles} are mixed face down. Everybody draws one: the highest number begins, then it goes clockwise.",
  "rules.start.ignored": "A {joker} drawn here counts for nothing; if the highest are equal, they draw again.",
  "rules.start.redraw": "Whoever draws a {joker} draws again, and so do equal highest numbers.",
  "rules.start.sevens": "The {tiles} are piled up face down in stacks of seven.",
  "rules.start.eight":
    "Then all are mixed again and piled up face down in stacks of seven, one of eight. Two stacks of seven are your {deal} {tiles}; the rest is {thePool}.",
  "rules.deal": "The drawn {tiles} are mixed in again, and everybody gets {deal}. The rest is {thePool}.",
  "rules.deal.joker": "The drawn {tiles} are mixed in again. Everybody gets one {joker} and {rest} other {tiles}. The rest is {thePool}.",
  "rules.redeal": "Whoever is dealt {pairs} pairs of equal {tiles} may ask for a new deal, once, before anybody has played or drawn.",

  "rules.sets.title": "What may lie on the table",
  "rules.run": "A {run}: three or more numbers in sequence in one colour. 1 is the lowest, and no 1 follows 13.",
  "rules.group": "A {group}: the same number three or four times, each in another colour.",

  "rules.open.title": "The {opening}",
  "rules.open": "The first time, you lay {sets} from your own {rack} that count at least {opening_points} points in one turn.",
  "rules.open.before": "Until then you may not touch what lies on the table, its {jokers} included.",
  "rules.open.joker.face": "A {joker} counts as the {tile} it stands for.",
  "rules.open.joker.moves": "It may move in the same turn: {joker}–9–10 counts as 9–10–{joker}, so 30 and not 27.",
  "rules.open.joker.zero": "A {joker} may be used but counts nothing.",
  "rules.open.on": "Once you have opened, you may go on with the whole table in the same turn.",
  "rules.open.wait": "In this turn the {sets} of others stay as they are.",

  "rules.turn.title": "Your turn",
  "rules.turn": "Lay as many {tiles} as you like, at least one. Otherwise draw one, and your turn is over.",
  "rules.turn.free": "You may draw even if you could play.",
  "rules.turn.must": "If you can play, you may not draw.",
  "rules.table":
    "All {sets} belong to everybody: add to them, take away, split and combine as you like. In the end only complete {sets} may lie there, and nothing from the table goes {toRack}.",
  "rules.ex.before": "On the table",
  "rules.ex.own": "Your tiles",
  "rules.ex.after": "Afterwards",
  "rules.ex.free": "{joker}, free to be laid elsewhere",
  "rules.ex.add": "{Adding}",
  "rules.ex.take": "{Taking}",
  "rules.ex.split": "{Splitting}",
  "rules.ex.both": "Split and combine",
  "rules.ex.all": "Everything at once",
  "rules.fig.add": "The 3 goes in front of the {run}, the 8 is the fourth colour of the {group}.",
  "rules.fig.ends": "One goes in front of the {run}, the other behind it.",
  "rules.fig.spare": "A {group} of four can spare one {tile}: it completes a {run} of yours.",
  "rules.fig.swap": "Your {added} lengthens the {run}. Its {taken} is free now for a {group} with two of yours.",
  "rules.fig.split": "Your 6 ends one {run} and begins the other.",
  "rules.fig.both": "Your {number}, one from the {run} and one from the {group} of four make a new {group}.",
  "rules.fig.all": "Three {runs} become three {groups}, and what is left of the longest takes your other {tile}.",

  "rules.joker.title": "{Jokers}",
  "rules.joker": "A {joker} stands for any {tile}.",
  "rules.joker.swap": "Once you have opened, you may replace it with the {tile} it stands for, {fromRack} or from the table.",
  "rules.joker.swap.rack": "Once you have opened, you may replace it with the {tile} it stands for. This {tile} must come from your own {rack}.",
  "rules.joker.anywhere": "The freed {joker} must be laid again in the same turn; it never goes {toRack}.",
  "rules.joker.newset":
    "The freed {joker} goes at once into a new {set}, together with at least one more {tile} from your {rack}: the one you gave for it does not count.",
  "rules.joker.split": "{Sets} with a {joker} can be added to, split and rearranged like any other.",
  "rules.joker.nosplit":
    "Nothing may be split off or taken from {sets} with a {joker}; adding is allowed. So the swap is the only way to free it.",
  "rules.joker.ways": "Four ways to free it:",
  "rules.ex.joker.swap": "Replace it",
  "rules.ex.joker.split": "Lengthen and split",
  "rules.ex.joker.slide": "Move it",
  "rules.ex.joker.end": "Do without it",
  "rules.ex.joker.table": "With {tiles} of the table alone",
  "rules.ex.joker.newset": "And lay it anew",
  "rules.fig.joker.one": "The {tile} it stands for takes its place.",
  "rules.fig.joker.either": "In a {group} of three either of the two missing colours will do.",
  "rules.fig.joker.both": "In a {group} of three either of the two missing colours will do, or both.",
  "rules.fig.joker.split": "The 1 goes in front, the 7 behind; then the {run} is split, and the {joker} in the middle is left over.",
  "rules.fig.joker.slide": "The {joker} moves to the front of its {run} and is a 5 now, so that the 4 fits before it.",
  "rules.fig.joker.end": "With your 5 the {run} is long enough without the {joker}.",
  "rules.fig.joker.table": "The black 1 goes to the 1s, the black 2 to the 2s.",
  "rules.fig.joker.newset": "Your 3 goes into the {group}; with your 9 and 10 the {joker} makes a new {set} at once.",

  "rules.time.title": "Time",
  "rules.time.none": "This edition knows no time limit.",
  "rules.time.optional": "If you agree on it, a turn lasts {seconds} seconds.",
  "rules.time.always": "Every turn lasts {seconds} seconds.",
  "rules.time.bank":
    "Everybody has {minutes} minutes for the round, and {seconds} seconds for every turn before these minutes run. What is left of the seconds is not saved up.",
  "rules.time.contest": "In international contests it is one minute.",
  "rules.time.done": "If time runs out and everything is complete, with a {tile} of yours among it, the turn counts.",
  "rules.time.restore": {
    one: "Otherwise everything goes back to where it was, and you draw {n} penalty {tile}.",
    other: "Otherwise everything goes back to where it was, and you draw {n} penalty {tiles}.",
  },
  "rules.time.loose": {
    one: "Otherwise complete {sets} stay, your own loose {tiles} go back {toRack}, and you draw {n} penalty {tile}. If a {tile} of the table is loose, the whole turn is taken back.",
    other:
      "Otherwise complete {sets} stay, your own loose {tiles} go back {toRack}, and you draw {n} penalty {tiles}. If a {tile} of the table is loose, the whole turn is taken back.",
  },
  "rules.time.forgotten": "{Tiles} whose place nobody remembers go to those still to be drawn; this program remembers it.",
  "rules.time.idle": "If you have not moved anything, you draw {n}.",

  "rules.empty.title": "When nothing is left to draw",
  "rules.empty.must": "Play goes on: whoever can lay a {tile} must, whoever cannot passes.",
  "rules.empty.free": "Play goes on: whoever cannot or will not lay a {tile} passes.",
  "rules.empty.end": "When all have passed one after the other, the lowest {rack} wins and scores what the others hold.",
  "rules.empty.late":
    "If time runs out for a player who could lay, that is no pass. After two whole circles in which nobody lays, the round ends all the same.",
  "rules.empty.lowest":
    "The round ends at once: the lowest {rack} wins and scores what the others hold. What is on it is not deducted.",

  "rules.end.title": "End and scores",
  "rules.end": "A round ends when somebody lays the last {tile}.",
  "rules.end.call": "Whoever does calls “Rummikub!”",
  "rules.score":
    "The others score the sum of their {tiles} as minus, a {joker} costs {joker_points}; the winner scores all of it as plus.",
  "rules.unopened": "Whoever has not opened pays {unopened} instead, or {able} if opening was possible.",
  "rules.match": "Play as many rounds as you agreed on. The best total wins.",
  "rules.score.example": "An example",
  "rules.score.best": "{who} has the best total.",
  "rules.score.although": "{who} has the best total, although {other} won two rounds.",

  "rules.tips.title": "Three tips",
  "rules.tip.keep": "Keep some {tiles} back at first: the others will open up the table.",
  "rules.tip.four": "Of a {set} of four lay three and keep the fourth, {run} or {group}: it spares you a draw next turn.",
  "rules.tip.joker": "A {joker} in hand is strong, but costs {joker_points} if somebody else goes out.",
  "rules.differences": "The editions side by side",
  "rules.differences.hint": "Only the rules in which they differ; bold is what differs from openkub.",
  "rules.differences.dot": "· The leaflet is silent here, so it is as in openkub.",
  "rules.printed": "Leaflet: {value}",
};

export default messages;
