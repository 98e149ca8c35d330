/** What is agreed on before a game: kept for the next time, and carried by links. */
import { type Clock, clockText, ownClock, readClock, timed } from "./clocks";
import { changeRule, readRules, rulesText, valueOf, type Rules } from "./rules/text";
import { recall, remember } from "./storage";
import type { NewGame } from "./wire";

export const LEVELS = ["novice", "casual", "steady", "sharp", "expert"] as const;
export type Level = (typeof LEVELS)[number];
export type Seat = "human" | Level;

export interface Setup {
  rules: Rules;
  /** Everybody but the one who opens the game. */
  others: Seat[];
  clock: Clock;
  listed: boolean;
  hints: boolean;
  start: "full" | "host";
}

export function standardSetup(): Setup {
  return {
    rules: { edition: "default", changes: {} },
    others: ["steady", "steady"],
    clock: null,
    listed: false,
    hints: true,
    start: "full",
  };
}

/** A match of one round against bots. */
export function quickSetup(bots: readonly Level[]): Setup {
  return { ...standardSetup(), rules: { edition: "default", changes: { rounds: 1 } }, others: [...bots] };
}

const SEAT_LETTERS: Record<string, Seat> = { h: "human", n: "novice", c: "casual", s: "steady", p: "sharp", e: "expert" };

function seatLetters(seats: readonly Seat[]): string {
  return seats.map((seat) => Object.keys(SEAT_LETTERS).find((letter) => SEAT_LETTERS[letter] === seat)).join("");
}

function readSeats(text: string): Seat[] {
  const seats = [...text].map((letter) => SEAT_LETTERS[letter]).filter((seat) => seat !== undefined);
  return seats.slice(0, 5);
}

/** The query of a link that sets everything as it is set here. */
export function setupQuery(setup: Setup): string {
  const query = new URLSearchParams({ rules: rulesText(setup.rules), seats: seatLetters(setup.others) });
  if (setup.clock) query.set("clock", clockText(setup.clock));
  if (setup.listed) query.set("listed", "1");
  if (!setup.hints) query.set("hints", "0");
  if (setup.start === "host") query.set("start", "host");
  return query.toString();
}

export function readSetup(query: string): Setup {
  const found = new URLSearchParams(query);
  const standard = standardSetup();
  const others = readSeats(found.get("seats") ?? "");
  const setup: Setup = {
    rules: readRules(found.get("rules") ?? "default"),
    others: others.length ? others : standard.others,
    clock: null,
    listed: found.get("listed") === "1",
    hints: found.get("hints") !== "0",
    start: found.get("start") === "host" ? "host" : "full",
  };
  const { rules } = fitted(setup);
  const always = valueOf(rules, "time_limit_mode") === "mandatory";
  return withClock(setup, readClock(found.get("clock") ?? "") ?? (always ? ownClock(rules) : null));
}

const USUAL_SECONDS = 60;

/** No more seats than the rules allow, and no time limit without its seconds. */
export function fitted(setup: Setup): Setup {
  const { rules, others } = setup;
  const most = Number(valueOf(rules, "most_players"));
  const always = valueOf(rules, "time_limit_mode") === "mandatory";
  if (valueOf(rules, "time_limit_s") === null) {
    changeRule(rules, "time_bank_s", null);
    if (always) changeRule(rules, "time_limit_s", USUAL_SECONDS);
  }
  return { ...setup, others: others.slice(0, most - 1) };
}

/** Play by this clock, or by none; what that changes in the rules is told as changed. */
export function withClock(setup: Setup, clock: Clock): Setup {
  return fitted({ ...setup, clock, rules: timed(setup.rules, clock) });
}

/** After an option was changed: where it was one of the time, the clock follows. */
export function withOption(setup: Setup, option: string): Setup {
  const next = fitted(setup);
  if (!option.startsWith("time_")) return next;
  const always = valueOf(next.rules, "time_limit_mode") === "mandatory";
  return { ...next, clock: always || next.clock ? ownClock(next.rules) : null };
}

/** Play by another edition: its own clock comes with it, changed options do not. */
export function withEdition(setup: Setup, edition: Rules["edition"]): Setup {
  const rules: Rules = { edition, changes: {} };
  const rounds = setup.rules.changes.rounds;
  if (rounds !== undefined) changeRule(rules, "rounds", rounds);
  const always = valueOf(rules, "time_limit_mode") === "mandatory";
  return fitted({ ...setup, rules, clock: always || setup.clock ? ownClock(rules) : null });
}

/** The body of the request that opens the game. */
export function newGame(setup: Setup, name: string): NewGame {
  const { rules, clock, listed, hints, start, others } = setup;
  return {
    name,
    settings: { rules: rulesText(rules), seats: others.length + 1, clock, listed, hints, start },
    bots: others.filter((seat) => seat !== "human"),
  };
}

export function lastSetup(): Setup {
  return readSetup(recall("setup", ""));
}

export function keepSetup(setup: Setup): void {
  remember("setup", setupQuery(setup));
}
