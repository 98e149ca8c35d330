#!/usr/bin/env node
// A bot in thirty lines: opens as soon as it can, then saves its tiles until it can go out at once or others get close.
const lines = require("node:readline").createInterface({ input: process.stdin });

const tiles = (text) => text.split(" ").filter((word) => /^([krby]\d+|\*)$/.test(word)).length;

function choose(turn) {
  const best = turn.moves[0]; // the list begins with the most tiles
  const idle = turn.moves.at(-1); // and ends with draw or pass, where that is allowed
  const me = turn.seat - 1;
  const goesOut = tiles(best) - tiles(turn.table) === turn.counts[me];
  const danger = turn.counts.some((count, seat) => seat !== me && count <= 5);
  return goesOut || danger || !turn.opened[me] || turn.pool < 10 ? best : idle;
}

function say(answer) {
  process.stdout.write(JSON.stringify(answer) + "\n");
}

lines.on("line", (line) => {
  const event = JSON.parse(line);
  if (event.type === "hello") {
    say({ type: "ready", name: "saver", moves: true });
  } else if (event.type === "turn") {
    say({ type: "choose", move: choose(event), meta: { of: event.moves.length } });
  }
});
