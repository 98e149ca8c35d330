import judged from "../../../../tests/data/judged.json";
import { describe, expect, test } from "vitest";
import { checked } from "./replaying";
import { readRecord, RecordFault } from "./reading";

/** The games of every edition that the server's tests replay: two rounds, a new deal, time-outs, one that begins in the middle. */
const files = import.meta.glob<{ outcome: { record: string | null } }>("../../../../tests/data/logs/*/*.json", { eager: true });
const games = Object.entries(files).flatMap(([path, { outcome: { record } }]) =>
  record === null ? [] : [[path.split("/").at(-1)!.replace(".json", ""), record] as const],
);

/** Whole games, on a machine that may be busy. */
const PATIENCE_MS = 60_000;

/** What is wrong with a record, and where. */
function fault(text: string): string {
  try {
    checked(readRecord(text));
    return "nothing";
  } catch (error) {
    if (!(error instanceof RecordFault)) throw error;
    return `${error.code} ${error.line}`;
  }
}

/** The same with one line changed, and where that is. */
function spoilt(text: string, line: RegExp, change: (line: string) => string): { text: string; at: number } {
  const lines = text.split("\n");
  const at = lines.findIndex((one) => line.test(one));
  return { text: lines.with(at, change(lines[at]!)).join("\n"), at: at + 1 };
}

const drawAndPlay = import.meta.glob<string>("../../../../tests/data/draw_and_play.kub", { eager: true, query: "?raw", import: "default" });
const DRAWN = Object.values(drawAndPlay)[0]!;

describe.each(games)("a game of %s", (_, text) => {
  test("is dealt, judged and counted as the server did", () => {
    const { review } = checked(readRecord(text));
    expect(review.over).toBe(true);
    expect(review.sheet.totals.reduce((sum, total) => sum + total, 0)).toBe(0);
    for (const turn of review.rounds.flatMap((round) => round.turns)) {
      const tiles = [turn.table.replaceAll("|", " "), ...turn.racks].flatMap((one) => one.split(" ").filter(Boolean));
      expect(tiles.length + turn.pool).toBe(review.tiles);
    }
  }, PATIENCE_MS);

  test("is wrong where a score, a seat, a tile or the secret is", () => {
    const score = spoilt(text, /^end /, (line) => line.replace(/(\d+)$/, (points) => String(Number(points) + 1)));
    expect(fault(score.text)).toBe(`end ${score.at}`);
    const seat = spoilt(text, /^\d draw/, (line) => `${line.startsWith("1") ? 2 : 1} draw`);
    expect(fault(seat.text)).toBe(`seat ${seat.at}`);
    const tile = spoilt(text, /^\d play /, (line) => line.replace("play ", "play r1 r1 r1 | "));
    expect(fault(tile.text)).toBe(`illegal ${tile.at}`);
    const secret = spoilt(text, /^secret: /, (line) => line.replace(/.$/, (last) => (last === "0" ? "1" : "0")));
    expect(fault(secret.text)).toBe(`shuffle ${secret.at}`);
    const form = spoilt(text, /^\d draw/, (line) => line.replace("draw", "draw twice"));
    expect(fault(form.text)).toBe(`form ${form.at}`);
  }, PATIENCE_MS);
});

test("there is a game of every edition", () => expect(games.length).toBeGreaterThan(7));

const SEEDED = "openkub 3\nrules: default\nseat: Anna\nseat: Bruno\nseed: kitchen\n\nround 1\n1 play b3-6 | b11-13 ; 54 points\n2 draw\n";

test("a game from a seed, with sets written short, comments, and no end", () => {
  const { review } = checked(readRecord(SEEDED));
  expect([review.over, review.promise, review.rounds[0]!.turns[0]!.table]).toEqual([false, null, "b3 b4 b5 b6 | b11 b12 b13"]);
  expect(review.rounds[0]!.turns[1]!.drawn).toBe("k9");
});

test("the JSON twin says the same", () => {
  const twin = {
    format: "openkub 3",
    rules: "default",
    seats: ["Anna", "Bruno"],
    bots: [{ seat: 2, bot: "sharp" }],
    seed: "kitchen",
    rounds: [{ turns: [{ seat: 1, move: "play b3 b4 b5 b6 | b11 b12 b13" }, { seat: 2, move: "draw" }], end: null }],
  };
  const { review } = checked(readRecord(JSON.stringify(twin)));
  expect(review.rounds).toEqual(checked(readRecord(SEEDED)).review.rounds);
  expect(review.seats[1]).toEqual({ name: "Bruno", bot: "sharp" });
  for (const broken of ["{", "{}", JSON.stringify({ ...twin, rounds: 7 })]) expect(fault(broken)).toBe("form 0");
});

test.each(Object.entries({ ...judged["openkub 2"], ...judged["openkub 3"] }))("%s: it replays as it was judged then", (_, text) => expect(fault(text)).toBe("nothing"));

test("the same turns in a record of today are refused, as far as the page can know", () => {
  const now = Object.entries(judged["openkub 2"]).map(([name, text]) => [name, fault(text.replace("openkub 2", "openkub 3"))]);
  expect(now).toEqual([
    ["an able player sleeps with an empty pool", "nothing"],
    ["a new deal after the other has drawn", "illegal 9"],
    ["two jokers and one number in another order in the opening turn", "illegal 15"],
    ["an idle time-out draws one", "nothing"],
  ]);
  const slept = judged["openkub 2"]["an able player sleeps with an empty pool"].replace("openkub 2", "openkub 3");
  expect(checked(readRecord(slept)).left).toEqual(["lay"]);
});

test("an idle time-out by default drew one tile, and draws three", () => {
  const text = judged["openkub 2"]["an idle time-out draws one"];
  const drawn = ["openkub 2", "openkub 3"].map((format) => checked(readRecord(text.replace("openkub 2", format))).review.rounds[0]!.turns[0]!.drawn.split(" ").length);
  expect(drawn).toEqual([1, 3]);
  expect(checked(readRecord(text)).review.rules).toBe("default timeout_idle_draw=1 referee=2");
});

test("a match may be won by most rounds, and ends with an agreed total", () => {
  const text = judged["openkub 3"]["tiles drawn in twos, no joker in the opening, most rounds won, to a total"];
  const { sheet } = checked(readRecord(text)).review;
  const wins = sheet.totals.map((_, seat) => sheet.rounds.filter((round) => round.winners.includes(seat)).length);
  expect(wins[sheet.ranking[0]![0]!]).toBe(Math.max(...wins));
  expect(fault(`${text}\nround ${sheet.rounds.length + 1}\n`)).toMatch(/^end /);
});

test.each([
  ["nothing", "form 1"],
  ["openkub 1\nrules: default", "old 1"],
  [SEEDED.replace("rules: default", "rules: default joker_needs_opened=False"), "old 2"],
  [SEEDED.replace("rules: default", "rules: nonsense"), "form 2"],
  [SEEDED.replace("rules: default", "rules: default joker_penalty=much"), "form 2"],
  [SEEDED.replace("seed: kitchen\n", "seed: kitchen\ncommitment: 00\n"), "form 6"],
  [SEEDED.replace("kitchen", "cellar"), "seat 8"],
  [SEEDED.replace("2 draw", "2 pass"), "illegal 9"],
  [`${SEEDED}1 timeout\n2 redeal\n`, "illegal 11"],
  [`${SEEDED}end rack_empty, won by 1, scores 5 -5\n`, "end 10"],
  [`${SEEDED}\nround 2\n`, "end 11"],
])("what is wrong is found where it stands (%#)", (text, wanted) => expect(fault(text)).toBe(wanted));

test("a removed option that names today's value is read over", () => {
  const named = SEEDED.replace("rules: default", "rules: default joker_needs_opened=True");
  expect(checked(readRecord(named)).review).toEqual(checked(readRecord(SEEDED)).review);
});

test("what only a server can know is named", () => {
  const forced = SEEDED.replace("rules: default", "rules: default voluntary_draw=False");
  expect(checked(readRecord(forced)).left).toEqual(["lay"]);
  expect(checked(readRecord(SEEDED)).left).toEqual([]);
});

test("a game in which who has drawn may play is judged as the library judged it", () => {
  const { review } = checked(readRecord(DRAWN));
  expect([review.over, review.rounds.length]).toEqual([true, 2]);
  const turns = review.rounds.flatMap((round) => round.turns);
  const behind = new Set(turns.filter((_, n) => n > 0 && turns[n - 1]!.did === "draw").map((turn) => turn.did));
  expect([...behind].sort()).toEqual(["pass", "play", "timeout"]);
});

test("where a draw ends the turn, the same record is wrong; and nobody draws twice", () => {
  expect(fault(DRAWN.replace(" play_after_draw=True", ""))).toMatch(/^seat /);
  const twice = spoilt(DRAWN, /^2 pass/, () => "2 draw");
  expect(fault(twice.text)).toBe(`illegal ${twice.at}`);
});

test("a game may begin between a draw and the play", () => {
  const start = "racks: k1 k2 / r7\ntable: r4 r5 r6\nopened: yes / yes\nshown: /\nturn: 2\nstarter: 1\npasses: 0\nthen: 2 draw +1";
  const text = (rules: string): string => `openkub 2\nrules: default${rules}\nseat: Anna\nseat: Bruno\nseed: kitchen\n${start}\n\nround 1\n2 pass\n1 draw\n`;
  expect(fault(text(" play_after_draw=True"))).toBe("nothing");
  expect(fault(text(""))).toBe("illegal 16");
});
