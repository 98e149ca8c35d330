// A `.kub` file, or its JSON twin, read in the browser: docs/notation.md describes it line by line.

import type { PlayProblem } from "../draft/judge";
import { COLOURS, HIGHEST, isJoker, type Kind, kindOf, LOWEST, numberOf } from "../draft/tiles";
import { editionNamed, OPTIONS, readValue } from "../rules/editions";
import { readRules, rulesText, type Rules } from "../rules/text";

/** What can be wrong with a record: its form, the deal, the position it begins with, a turn, or how a round ended. */
export type FaultCode = "form" | "old" | "shuffle" | "start" | "seat" | "illegal" | "end";

/** The first line of a record that is wrong, from 1; 0 where there are no lines. */
export class RecordFault extends Error {
  constructor(
    readonly code: FaultCode,
    readonly line: number,
    readonly problem: PlayProblem | null = null,
  ) {
    super(`line ${line}: ${code}`);
  }
}

export type Table = readonly (readonly Kind[])[];
export type Shuffle =
  | { readonly seed: string; readonly piles: boolean }
  | { readonly commitment: string; readonly nonces: readonly string[]; readonly secret: string | null };

export interface Move {
  readonly did: "play" | "draw" | "pass" | "redeal" | "timeout";
  /** The table that a play leaves, or the draft on which the clock ended a turn. */
  readonly table: Table | null;
}

/** A position that a game begins with. */
export interface Start {
  readonly racks: readonly (readonly Kind[])[];
  readonly table: Table;
  readonly opened: readonly boolean[];
  readonly turn: number;
  readonly starter: number;
  readonly passes: number;
  /** Whether, meanwhile, the time of a player ran out who could have laid a tile. */
  readonly slept: boolean;
  /** Who has had a turn since the deal, and who has asked for a new one. */
  readonly moved: readonly number[];
  readonly asked: readonly number[];
  /** Who drew last, if the last move was a draw. */
  readonly drew: number | null;
}

export interface RoundText {
  readonly line: number;
  readonly turns: readonly { readonly seat: number; readonly move: Move; readonly line: number }[];
  readonly end: { readonly text: string; readonly line: number } | null;
}

export interface Record {
  readonly text: string;
  readonly rulesText: string;
  readonly rules: Rules;
  readonly seats: readonly string[];
  readonly bots: ReadonlyMap<number, string>;
  readonly shuffle: Shuffle;
  readonly shuffleLine: number;
  readonly start: Start | null;
  readonly startLine: number;
  readonly rounds: readonly RoundText[];
}

interface Line {
  readonly text: string;
  readonly at: number;
}

const KEYS = ["rules", "seat", "bot", "seed", "draws", "commitment", "nonce", "secret"];
const START = ["racks", "table", "opened", "shown", "turn", "starter", "passes", "slept", "then"];

/** A record from the text of a file; `RecordFault` if it is none. */
export function readRecord(text: string): Record {
  return text.trimStart().startsWith("{") ? ofJson(text) : ofLines(text);
}

function ofJson(text: string): Record {
  try {
    return ofLines(linesOf(JSON.parse(text)).join("\n"));
  } catch (error) {
    throw new RecordFault(error instanceof RecordFault ? error.code : "form", 0, error instanceof RecordFault ? error.problem : null);
  }
}

/** The JSON twin in lines; what has another shape fails where it is read. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function linesOf(data: any): string[] {
  const head = ["seed", "draws", "commitment", "secret"].filter((key) => key in data).map((key) => `${key}: ${data[key]}`);
  const rounds = data.rounds.flatMap((round: { turns: { seat: number; move: string }[]; end: string | null }, place: number) => [
    `round ${place + 1}`,
    ...round.turns.map((turn) => `${turn.seat} ${turn.move}`),
    ...(round.end === null ? [] : [round.end]),
  ]);
  const bots = (data.bots ?? []).map((bot: { seat: number; bot: string }) => `bot: ${bot.seat} ${bot.bot}`);
  const nonces = (data.nonces ?? []).map((nonce: string) => `nonce: ${nonce}`);
  return [data.format, `rules: ${data.rules}`, ...data.seats.map((name: string) => `seat: ${name}`), ...bots, ...head, ...nonces, ...(data.start ?? []), ...rounds];
}

function ofLines(text: string): Record {
  const lines = text
    .split("\n")
    .map((line, place) => ({ text: line.split(" ;")[0]!.replace(/[\r ]+$/, ""), at: place + 1 }))
    .filter((line) => line.text && !line.text.startsWith(";"));
  const first = lines.shift();
  if (first?.text === "openkub 1") throw new RecordFault("old", first.at);
  if (first?.text !== "openkub 2" && first?.text !== "openkub 3") throw new RecordFault("form", first?.at ?? 1);
  const end = lines.findIndex((line) => line.text.startsWith("round "));
  const head = new Header(end < 0 ? lines : lines.slice(0, end));
  const seats = head.all("seat").map((line) => line.text);
  const rules = withoutRemoved(head.one("rules"));
  if (!isRules(rules.text)) throw new RecordFault("form", rules.at);
  const read = readRules(first.text === "openkub 2" ? asOfOld(rules.text) : rules.text);
  if (seats.length < 2 || seats.length > 6) throw new RecordFault("form", head.all("seat")[0]?.at ?? rules.at);
  const start = START.map((key) => head.all(key)[0]).find(Boolean);
  return {
    text,
    rulesText: read.referee ? rulesText(read) : rules.text,
    rules: read,
    seats,
    bots: new Map(head.all("bot").map((line) => readBot(line, seats.length))),
    shuffle: readShuffle(head),
    shuffleLine: (head.all("secret")[0] ?? head.all("commitment")[0] ?? head.all("seed")[0])!.at,
    start: start ? readStart(head, seats.length) : null,
    startLine: start?.at ?? 0,
    rounds: end < 0 ? [] : readRounds(lines.slice(end), seats.length),
  };
}

/** Where an idle time-out drew one tile in records of the format `openkub 2`. */
const DREW_ONE = ["default", "jumbo_de", "original_es", "tournament"];

/** The rules of a record of the format `openkub 2`: by the editions and the referee of that time. */
function asOfOld(text: string): string {
  const [edition = "", ...changes] = text.split(" ");
  return [edition, ...(DREW_ONE.includes(edition) ? ["timeout_idle_draw=1"] : []), ...changes, "referee=2"].join(" ");
}

class Header {
  readonly #values = new Map<string, Line[]>();

  constructor(lines: readonly Line[]) {
    for (const { text, at } of lines) {
      const [, key = "", value = ""] = /^([a-z]+): ?(.*)$/.exec(text) ?? [];
      if (!KEYS.includes(key) && !START.includes(key)) throw new RecordFault("form", at);
      this.#values.set(key, [...(this.#values.get(key) ?? []), { text: value, at }]);
    }
  }

  all(key: string): readonly Line[] {
    return this.#values.get(key) ?? [];
  }

  one(key: string): Line {
    const [found, other] = this.all(key);
    if (!found || other) throw new RecordFault("form", other?.at ?? 1);
    return found;
  }
}

/** The rules without an option of openkub 0.2.0: one that let jokers be exchanged before the opening is for the server. */
function withoutRemoved({ text, at }: Line): Line {
  if (/ joker_needs_opened=false\b/i.test(text)) throw new RecordFault("old", at);
  return { text: text.replace(/ joker_needs_opened=true\b/i, ""), at };
}

function isRules(text: string): boolean {
  const [edition = "", ...words] = text.split(" ");
  return editionNamed(edition) !== undefined && words.every((word) => {
    const [name = "", value = ""] = word.split("=");
    const option = OPTIONS.find((one) => one.name === name);
    return word === "referee=2" || option !== undefined && readValue(option, value) !== undefined;
  });
}

function readBot({ text, at }: Line, seats: number): [number, string] {
  const [, seat = "", bot = ""] = /^([1-6]) (.+)$/.exec(text) ?? [];
  if (!bot || Number(seat) > seats) throw new RecordFault("form", at);
  return [Number(seat) - 1, bot];
}

function readShuffle(head: Header): Shuffle {
  const hex = (key: string, bytes: number): string[] =>
    head.all(key).map(({ text, at }) => {
      if (!new RegExp(`^[0-9a-f]{${2 * bytes}}$`).test(text)) throw new RecordFault("form", at);
      return text;
    });
  const [commitments, nonces, secrets] = [hex("commitment", 32), hex("nonce", 16), hex("secret", 32)];
  if (head.all("seed").length > 0) {
    if (commitments.length + nonces.length + secrets.length > 0) throw new RecordFault("form", head.one("seed").at);
    return { seed: head.one("seed").text, piles: head.all("draws").length > 0 };
  }
  const commitment = head.one("commitment").text;
  return { commitment, nonces, secret: secrets[0] ?? null };
}

function readStart(head: Header, seats: number): Start {
  const parts = (key: string): string[] => {
    const { text, at } = head.one(key);
    const found = text.split("/").map((part) => part.trim());
    if (found.length !== seats) throw new RecordFault("form", at);
    return found;
  };
  const number = (key: string, least: number, most: number): number => {
    const { text, at } = head.one(key);
    if (!/^\d{1,6}$/.test(text) || Number(text) < least || Number(text) > most) throw new RecordFault("form", at);
    return Number(text);
  };
  const past = head.all("then").map(({ text, at }) => {
    const turn = /^([1-6]) ([a-z]+)/.exec(text);
    if (!turn) throw new RecordFault("form", at);
    return { seat: Number(turn[1]) - 1, did: turn[2]! };
  });
  const dealt = past.findLastIndex((turn) => turn.did === "redeal") + 1;
  return {
    racks: parts("racks").map((text) => readTiles(text, head.one("racks").at)),
    table: readMelds(head.one("table").text, head.one("table").at),
    opened: parts("opened").map((text) => text === "yes"),
    turn: number("turn", 1, seats) - 1,
    starter: number("starter", 1, seats) - 1,
    passes: number("passes", 0, 999_999),
    slept: head.all("slept").some(({ text }) => text === "yes"),
    moved: past.slice(dealt).map((turn) => turn.seat),
    asked: past.filter((turn) => turn.did === "redeal").map((turn) => turn.seat),
    drew: past.at(-1)?.did === "draw" ? past.at(-1)!.seat : null,
  };
}

function readRounds(lines: readonly Line[], seats: number): RoundText[] {
  const rounds: { line: number; turns: RoundText["turns"][number][]; end: RoundText["end"] }[] = [];
  for (const { text, at } of lines) {
    const now = rounds.at(-1);
    if (text.startsWith("round ")) {
      if (text !== `round ${rounds.length + 1}`) throw new RecordFault("form", at);
      rounds.push({ line: at, turns: [], end: null });
    } else if (now!.end) throw new RecordFault("form", at);
    else if (text.startsWith("end ")) now!.end = { text, line: at };
    else now!.turns.push(readTurn(text, at, seats));
  }
  return rounds;
}

function readTurn(text: string, line: number, seats: number): RoundText["turns"][number] {
  const [, seat = "", did = "", rest = ""] = /^([1-6]) (play|draw|pass|redeal|timeout)(?: (.*))?$/.exec(text) ?? [];
  const takes = did === "play" || did === "timeout";
  if (!did || Number(seat) > seats || (rest && !takes)) throw new RecordFault("form", line);
  const table = rest === "-" && did === "timeout" ? [] : rest || did === "play" ? readMelds(rest, line) : null;
  return { seat: Number(seat) - 1, move: { did: did as Move["did"], table }, line };
}

function readMelds(text: string, line: number): Kind[][] {
  return text.trim() === "" ? [] : text.split("|").map((part) => readTiles(part, line));
}

/** Tiles one by one, or several of a colour at once: `b3-6`. */
function readTiles(text: string, line: number): Kind[] {
  return text.split(" ").filter(Boolean).flatMap((word) => {
    if (isJoker(word)) return [word];
    const [, colour = "", first = "", last = first] = /^([krby])([1-9]|1[0-3])(?:-([1-9]|1[0-3]))?$/.exec(word) ?? [];
    if (!colour || Number(last) < Number(first)) throw new RecordFault("form", line);
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, step) => kindOf(colour as (typeof COLOURS)[number], Number(first) + step));
  });
}

/** The number of a kind: `k1`, `r1`, `b1`, `y1`, `k2`, … `y13`, the joker. */
export const placeOf = (kind: Kind): number => (isJoker(kind) ? 4 * HIGHEST : 4 * (numberOf(kind) - LOWEST) + COLOURS.indexOf(kind[0] as (typeof COLOURS)[number]));
