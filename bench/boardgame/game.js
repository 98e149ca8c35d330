// The same game for boardgame.io: draw, pass or leave a table of valid sets that holds all it held. The pool and the
// others' racks are taken out of what a player is sent. The rules are the plain ones, without freed jokers' duties.
const COLOURS = ["k", "r", "b", "y"];
const ALL = [0, 1].flatMap(() => ["*", ...COLOURS.flatMap((c) => Array.from({ length: 13 }, (_, i) => c + (i + 1)))]);

const number = (tile) => Number(tile.slice(1));

function asRun(set) {
  const place = set.findIndex((tile) => tile !== "*");
  const first = number(set[place]) - place;
  const fits = set.every((tile, i) => tile === "*" || (tile[0] === set[place][0] && number(tile) === first + i));
  return fits && first >= 1 && first + set.length - 1 <= 13 ? (set.length * (2 * first + set.length - 1)) / 2 : 0;
}

function asGroup(set) {
  const tiles = set.filter((tile) => tile !== "*");
  const fits = set.length <= 4 && tiles.every((tile) => number(tile) === number(tiles[0]));
  return fits && new Set(tiles).size === tiles.length ? set.length * number(tiles[0]) : 0;
}

function value(set) {
  return set.length < 3 || set.every((tile) => tile === "*") ? 0 : Math.max(asRun(set), asGroup(set));
}

// What is left of `from` without `tiles`; null if some of them are not there.
function without(from, tiles) {
  const left = [...from];
  for (const tile of tiles) {
    const place = left.indexOf(tile);
    if (place < 0) return null;
    left.splice(place, 1);
  }
  return left;
}

function deal(random) {
  const tiles = random.Shuffle(ALL);
  const racks = [tiles.slice(0, 14), tiles.slice(14, 28)];
  return { table: [], racks, opened: [false, false], pool: tiles.slice(28), passes: 0 };
}

// The next round begins at once: a match here has no end.
function nextRound(G, random) {
  Object.assign(G, deal(random));
}

function play({ G, playerID, random }, table) {
  const seat = Number(playerID);
  const laid = without(table.flat(), G.table.flat());
  const rack = laid && laid.length > 0 && without(G.racks[seat], laid);
  if (!rack || table.some((set) => value(set) === 0)) return "INVALID_MOVE";
  const points = (sets) => sets.reduce((sum, set) => sum + value(set), 0);
  if (!G.opened[seat] && points(table) - points(G.table) < 30) return "INVALID_MOVE";
  G.table = table;
  G.racks[seat] = rack;
  G.opened[seat] = true;
  G.passes = 0;
  if (rack.length === 0) nextRound(G, random);
}

function draw({ G, playerID }) {
  if (G.pool.length === 0) return "INVALID_MOVE";
  G.racks[Number(playerID)].push(G.pool.shift());
  G.passes = 0;
}

function pass({ G, random }) {
  if (G.pool.length > 0) return "INVALID_MOVE";
  G.passes += 1;
  if (G.passes === 2) nextRound(G, random);
}

exports.Kub = {
  name: "kub",
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: ({ random }) => deal(random),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { play, draw, pass },
  playerView: ({ G, playerID }) => ({
    ...G,
    pool: G.pool.length,
    racks: G.racks.map((rack, seat) => (String(seat) === playerID ? rack : null)),
  }),
};
