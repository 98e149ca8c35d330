"""Why a move is refused, in the player's language and in the words of the leaflet.

>>> message(Problem(Code.OPENING_POINTS, points=27), "en")
'Your own sets come to 27 points: they are not enough to open yet.'
>>> message(Problem(Code.POOL_EMPTY), "de"), message(Problem(Code.POOL_EMPTY), "de", "jumbo_de")
('Der Pot ist leer: Es gibt nichts mehr zu ziehen.', 'Der Pool ist leer: Es gibt nichts mehr zu ziehen.')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from openkub.law.moves import Code, Problem

__all__ = ["LANGUAGES", "SENTENCES", "message"]

LANGUAGES: Mapping[str, str] = MappingProxyType(
    {"de": "Deutsch", "en": "English", "es": "español", "fr": "français", "nl": "Nederlands", "pt": "português"}
)
"""The languages of the leaflets, and English, each by its own name."""

_WORDS: Mapping[str, Mapping[str, str]] = {
    "de": {
        "where": "Kombination {set}: ",
        "rack": "Brett",
        "onto_rack": "auf dein Brett",
        "pool": "Pot",
        "joker": "Joker",
    },
    "en": {"where": "Set {set}: ", "rack": "rack", "pool": "pool", "joker": "joker"},
    "es": {"where": "Combinación {set}: ", "pool": "la pila", "joker": "comodín"},
    "fr": {
        "where": "Combinaison {set} : ",
        "rack": "planchette",
        "pool": "cagnotte",
        "tile_word": "pièce",
        "joker": "joker",
    },
    "nl": {"where": "Combinatie {set}: ", "rack": "plankje", "pool": "pot", "joker": "joker"},
    "pt": {"where": "Combinação {set}: ", "rack": "suporte", "pool": "pote", "joker": "joker"},
}
"""The words of the leaflets that most editions share."""

_EDITION_WORDS: Mapping[tuple[str, str], Mapping[str, str]] = {
    ("de", "jumbo_de"): {"rack": "Halter", "onto_rack": "auf deinen Halter", "pool": "Pool"},
    ("fr", "original_fr"): {"rack": "réglette", "pool": "pioche", "tile_word": "plaque"},
    ("es", "original_es"): {"pool": "el montón"},
}
"""What an edition calls otherwise in its own language."""

# A part in square brackets is left out when the problem does not name what stands in it.
# "Serie", "Reihe", "série" and "serie" mean a run in one leaflet and a group in the next: no sentence uses them.
SENTENCES: Mapping[str, Mapping[Code, str]] = {
    "de": {
        Code.ROUND_OVER: "Die Runde ist vorbei.",
        Code.INVALID_BEFORE: "was hier vor dem Zug lag, war nicht gültig.",
        Code.INVALID_SET: "so nicht gültig. Es braucht mindestens drei Steine: aufeinanderfolgende Zahlen in einer "
        "Farbe oder eine Zahl in verschiedenen Farben.",
        Code.TABLE_TILE_TAKEN: "Ein Stein vom Tisch fehlt[: {tile}]. Er darf nicht {onto_rack}.",
        Code.JOKER_KEPT: "Ein Joker vom Tisch fehlt. Er muss im selben Zug wieder ausgelegt werden.",
        Code.NOT_YOUR_TILE: "dieser Stein liegt weder auf dem Tisch noch bei dir[: {tile}].",
        Code.NOTHING_PLAYED: "Du hast keinen eigenen Stein ausgelegt: Mindestens einer muss es sein.",
        Code.OPENING_POINTS: "Deine eigenen Kombinationen[ ergeben {points} Punkte: Sie] reichen noch nicht zum "
        "Eröffnen.",
        Code.NOT_OPENED: "Du hast noch nicht eröffnet und darfst nichts verändern, was auf dem Tisch liegt, auch "
        "keinen Joker nehmen[; deine eigenen Kombinationen ergeben {points} Punkte].",
        Code.OPENING_TURN_MANIPULATION: "in dem Zug, in dem du eröffnest, darfst du nur neue Kombinationen auslegen.",
        Code.JOKER_SET_SPLIT: "liegt ein Joker darin, darf nichts geteilt und nichts entfernt werden; anlegen darfst "
        "du.",
        Code.JOKER_SOURCE: "der Stein, gegen den du den Joker tauschst, muss von deinem {rack} kommen.",
        Code.JOKER_REUSE: "ein getauschter Joker muss in eine neue Kombination, zusammen mit einem weiteren Stein von "
        "deinem {rack}; der, den du für ihn gegeben hast, zählt nicht.",
        Code.MUST_PLAY: "Du kannst einen Stein legen, also musst du: Hier darf nur ziehen oder passen, wer nichts "
        "legen kann.",
        Code.POOL_EMPTY: "Der {pool} ist leer: Es gibt nichts mehr zu ziehen.",
        Code.POOL_NOT_EMPTY: "Passen geht erst, wenn der {pool} leer ist: Zieh einen Stein.",
        Code.NO_CLOCK: "In dieser Ausgabe wird ohne Zeitlimit gespielt.",
        Code.NO_REDEAL: "Neu austeilen lassen geht nur einmal, vor deinem ersten Zug und mit genug Paaren gleicher "
        "Steine.",
    },
    "en": {
        Code.ROUND_OVER: "The round is over.",
        Code.INVALID_BEFORE: "what lay here before the turn was not valid.",
        Code.INVALID_SET: "not valid like this. It takes three tiles or more: numbers in sequence in one colour, or "
        "one number in different colours.",
        Code.TABLE_TILE_TAKEN: "A tile from the table is missing[: {tile}]. It may not go onto your {rack}.",
        Code.JOKER_KEPT: "A joker from the table is missing. It must be laid again in the same turn.",
        Code.NOT_YOUR_TILE: "this tile is neither on the table nor on your {rack}[: {tile}].",
        Code.NOTHING_PLAYED: "You have laid no tile of your own: it takes at least one.",
        Code.OPENING_POINTS: "Your own sets[ come to {points} points: they] are not enough to open yet.",
        Code.NOT_OPENED: "You have not opened yet and may not touch what lies on the table, its jokers included[; your "
        "own sets come to {points} points].",
        Code.OPENING_TURN_MANIPULATION: "in the turn in which you open you may only lay new sets.",
        Code.JOKER_SET_SPLIT: "while it holds a joker it may not be split and nothing may be taken from it; you may "
        "add to it.",
        Code.JOKER_SOURCE: "the tile that replaces the joker must come from your {rack}.",
        Code.JOKER_REUSE: "a freed joker must go into a new set, together with another tile from your {rack}; the one "
        "given for it does not count.",
        Code.MUST_PLAY: "You can lay a tile, so you must: here only a player who can lay nothing may draw or pass.",
        Code.POOL_EMPTY: "The {pool} is empty: there is nothing left to draw.",
        Code.POOL_NOT_EMPTY: "You can only pass when the {pool} is empty: draw a tile.",
        Code.NO_CLOCK: "This edition is played without a time limit.",
        Code.NO_REDEAL: "You can ask for a new deal only once, before your first turn, and with enough pairs of equal "
        "tiles.",
    },
    "es": {
        Code.ROUND_OVER: "La ronda ha terminado.",
        Code.INVALID_BEFORE: "lo que había aquí antes del turno no era válido.",
        Code.INVALID_SET: "así no es válida. Hacen falta tres fichas o más: números consecutivos de un color, o un "
        "número en colores distintos.",
        Code.TABLE_TILE_TAKEN: "Falta una ficha de la mesa[: {tile}]. No puede ir a tu soporte.",
        Code.JOKER_KEPT: "Falta un comodín de la mesa. Hay que volver a colocarlo en el mismo turno.",
        Code.NOT_YOUR_TILE: "esta ficha no está ni en la mesa ni en tu soporte[: {tile}].",
        Code.NOTHING_PLAYED: "No has colocado ninguna ficha tuya: hace falta al menos una.",
        Code.OPENING_POINTS: "Tus propias combinaciones [suman {points} puntos: ]todavía no bastan para abrir.",
        Code.NOT_OPENED: "Todavía no has abierto y no puedes tocar lo que hay en la mesa, tampoco sus comodines[; tus "
        "propias combinaciones suman {points} puntos].",
        Code.OPENING_TURN_MANIPULATION: "en el turno en que abres solo puedes colocar combinaciones nuevas.",
        Code.JOKER_SET_SPLIT: "mientras tenga un comodín no se puede dividir ni quitarle nada; sí se puede añadir.",
        Code.JOKER_SOURCE: "la ficha que sustituye al comodín tiene que venir de tu soporte.",
        Code.JOKER_REUSE: "un comodín liberado tiene que ir a una combinación nueva, junto con otra ficha de tu "
        "soporte; la que diste por él no cuenta.",
        Code.MUST_PLAY: "Puedes colocar una ficha, así que debes hacerlo: aquí solo roba o pasa quien no puede colocar "
        "nada.",
        Code.POOL_EMPTY: "No queda nada que robar: {pool} se ha acabado.",
        Code.POOL_NOT_EMPTY: "Mientras {pool} tenga fichas no se puede pasar: roba una.",
        Code.NO_CLOCK: "En esta edición se juega sin límite de tiempo.",
        Code.NO_REDEAL: "Solo puedes pedir una vez que se reparta de nuevo, antes de tu primer turno y con suficientes "
        "parejas de fichas iguales.",
    },
    "fr": {
        Code.ROUND_OVER: "La manche est terminée.",
        Code.INVALID_BEFORE: "ce qui se trouvait ici avant le tour n'était pas valable.",
        Code.INVALID_SET: "pas valable ainsi. Il faut au moins trois {tile_word}s : des nombres qui se suivent dans "
        "une couleur, ou un nombre dans des couleurs différentes.",
        Code.TABLE_TILE_TAKEN: "Il manque une {tile_word} de la table[ : {tile}]. Elle ne peut pas aller sur ta "
        "{rack}.",
        Code.JOKER_KEPT: "Il manque un joker de la table. Il doit être rejoué dans le même tour.",
        Code.NOT_YOUR_TILE: "cette {tile_word} n'est ni sur la table ni sur ta {rack}[ : {tile}].",
        Code.NOTHING_PLAYED: "Tu n'as posé aucune {tile_word} à toi : il en faut au moins une.",
        Code.OPENING_POINTS: "Tes propres combinaisons[ font {points} points : elles] ne suffisent pas encore pour "
        "ouvrir.",
        Code.NOT_OPENED: "Tu n'as pas encore ouvert et ne peux pas toucher à ce qui est sur la table, jokers compris"
        "[ ; tes propres combinaisons font {points} points].",
        Code.OPENING_TURN_MANIPULATION: "au tour où tu ouvres, tu ne peux que poser de nouvelles combinaisons.",
        Code.JOKER_SET_SPLIT: "tant qu'elle contient un joker, on ne peut ni la diviser ni rien y prendre ; on peut "
        "y ajouter.",
        Code.JOKER_SOURCE: "la {tile_word} qui remplace le joker doit venir de ta {rack}.",
        Code.JOKER_REUSE: "un joker récupéré doit aller dans une nouvelle combinaison, avec une autre {tile_word} de "
        "ta {rack} ; celle que tu as donnée pour lui ne compte pas.",
        Code.MUST_PLAY: "Tu peux poser une {tile_word}, donc tu dois le faire : ici, seul pioche ou passe qui ne peut "
        "rien poser.",
        Code.POOL_EMPTY: "La {pool} est vide : il n'y a plus rien à piocher.",
        Code.POOL_NOT_EMPTY: "On ne peut passer que si la {pool} est vide : pioche une {tile_word}.",
        Code.NO_CLOCK: "Cette édition se joue sans limite de temps.",
        Code.NO_REDEAL: "On ne peut demander une nouvelle donne qu'une fois, avant son premier tour et avec assez de "
        "paires de {tile_word}s identiques.",
    },
    "nl": {
        Code.ROUND_OVER: "De ronde is afgelopen.",
        Code.INVALID_BEFORE: "wat hier vóór de beurt lag, was niet geldig.",
        Code.INVALID_SET: "zo niet geldig. Er zijn minstens drie stenen nodig: opeenvolgende getallen in één kleur, "
        "of één getal in verschillende kleuren.",
        Code.TABLE_TILE_TAKEN: "Er ontbreekt een steen van de tafel[: {tile}]. Die mag niet op je {rack}.",
        Code.JOKER_KEPT: "Er ontbreekt een joker van de tafel. Die moet in dezelfde beurt weer worden uitgelegd.",
        Code.NOT_YOUR_TILE: "deze steen ligt niet op tafel en niet op je {rack}[: {tile}].",
        Code.NOTHING_PLAYED: "Je hebt geen eigen steen uitgelegd: het moet er minstens één zijn.",
        Code.OPENING_POINTS: "Je eigen combinaties[ zijn {points} punten waard: ze] zijn nog niet genoeg om uit "
        "te komen.",
        Code.NOT_OPENED: "Je bent nog niet uitgekomen en mag nog niet komen aan wat er op tafel ligt, ook niet aan de "
        "jokers[; je eigen combinaties zijn {points} punten waard].",
        Code.OPENING_TURN_MANIPULATION: "in de beurt waarin je uitkomt, mag je alleen nieuwe combinaties uitleggen.",
        Code.JOKER_SET_SPLIT: "zolang er een joker in ligt, mag je niet splitsen en niets wegnemen; aanleggen mag wel.",
        Code.JOKER_SOURCE: "de steen die de joker vervangt, moet van je {rack} komen.",
        Code.JOKER_REUSE: "een vrijgekomen joker moet in een nieuwe combinatie, samen met nog een steen van je {rack}; "
        "de steen waarvoor je hem ruilde, telt niet.",
        Code.MUST_PLAY: "Je kunt een steen leggen, dus je moet: hier mag alleen pakken of passen wie niets kan leggen.",
        Code.POOL_EMPTY: "De {pool} is leeg: er valt niets meer te pakken.",
        Code.POOL_NOT_EMPTY: "Passen mag pas als de {pool} leeg is: pak een steen.",
        Code.NO_CLOCK: "In deze uitgave wordt zonder tijdslimiet gespeeld.",
        Code.NO_REDEAL: "Opnieuw laten delen kan maar één keer, vóór je eerste beurt en met genoeg paren gelijke "
        "stenen.",
    },
    "pt": {
        Code.ROUND_OVER: "A ronda terminou.",
        Code.INVALID_BEFORE: "o que aqui estava antes da jogada não era válido.",
        Code.INVALID_SET: "assim não é válida. São precisas três pedras ou mais: números seguidos de uma cor, ou um "
        "número em cores diferentes.",
        Code.TABLE_TILE_TAKEN: "Falta uma pedra da mesa[: {tile}]. Não pode ir para o teu {rack}.",
        Code.JOKER_KEPT: "Falta um joker da mesa. Tem de ser posto de novo na mesma jogada.",
        Code.NOT_YOUR_TILE: "esta pedra não está na mesa nem no teu {rack}[: {tile}].",
        Code.NOTHING_PLAYED: "Não puseste nenhuma pedra tua: é precisa pelo menos uma.",
        Code.OPENING_POINTS: "As tuas próprias combinações [somam {points} pontos: ]ainda não chegam para abrir.",
        Code.NOT_OPENED: "Ainda não abriste e não podes mexer no que está na mesa, nem nos jokers[; as tuas próprias "
        "combinações somam {points} pontos].",
        Code.OPENING_TURN_MANIPULATION: "na jogada em que abres só podes pôr combinações novas.",
        Code.JOKER_SET_SPLIT: "enquanto tiver um joker não pode ser dividida nem se lhe pode retirar nada; adicionar "
        "pode-se.",
        Code.JOKER_SOURCE: "a pedra que substitui o joker tem de vir do teu {rack}.",
        Code.JOKER_REUSE: "um joker libertado tem de ir para uma combinação nova, com outra pedra do teu {rack}; a que "
        "deste por ele não conta.",
        Code.MUST_PLAY: "Podes pôr uma pedra, por isso tens de a pôr: aqui só tira ou passa quem não pode pôr nada.",
        Code.POOL_EMPTY: "O {pool} está vazio: não há mais nada para tirar.",
        Code.POOL_NOT_EMPTY: "Só se pode passar quando o {pool} está vazio: tira uma pedra.",
        Code.NO_CLOCK: "Nesta edição joga-se sem limite de tempo.",
        Code.NO_REDEAL: "Só podes pedir nova distribuição uma vez, antes da tua primeira jogada e com pares de pedras "
        "iguais suficientes.",
    },
}
"""A sentence for every code in every language."""


def message(problem: Problem, language: str, edition: str | None = None) -> str:
    """The problem as a sentence that names set (from 1), tile and points; an unknown language is a `KeyError`."""
    words = {**_WORDS[language], **_EDITION_WORDS.get((language, edition or ""), {})}
    found = _named(problem, words["joker"])
    sentence = _OPTIONAL.sub(lambda part: _kept(part[1], found), SENTENCES[language][problem.code])
    text = (words["where"] if "set" in found else "") + sentence
    text = text.format(**words, **found)
    return text[0].upper() + text[1:]


_OPTIONAL = re.compile(r"\[(.*?)\]")


def _named(problem: Problem, joker: str) -> dict[str, str]:
    """What the problem names, as it is said."""
    found = {}
    if problem.meld is not None:
        found["set"] = str(problem.meld + 1)
    if problem.tile is not None:
        found["tile"] = joker if problem.tile.is_joker else str(problem.tile)
    if problem.points is not None:
        found["points"] = str(problem.points)
    return found


def _kept(part: str, found: Mapping[str, str]) -> str:
    """An optional part, if the tile or the points that it speaks of are named."""
    return part if any(f"{{{name}}}" in part for name in found) else ""
