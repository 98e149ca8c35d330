/** The clock of a table: what an edition brings along, how a link writes it, and which rules are changed by it. */
import { changeRule, valueOf, type Rules } from "./rules/text";

export type Clock =
  | { kind: "turn"; seconds: number }
  | { kind: "bank"; seconds: number; increment: number }
  | { kind: "delay"; seconds: number; delay: number }
  | null;
export type ClockKind = NonNullable<Clock>["kind"];

/** What a clock of each kind takes. */
export const LIMITS = { turn: [5, 3600], bank: [30, 7200], increment: [0, 120], delay: [5, 3600] } as const;

const USUAL_S = 60;
const USUAL_BANK_S = 600;
const USUAL_MORE_S = 10;

/** A clock of this kind as the edition has it; where it has none, as is usual. */
export function presetClock(kind: ClockKind, { edition }: Rules): NonNullable<Clock> {
  const own = { edition, changes: {} };
  const seconds = Number(valueOf(own, "time_limit_s") ?? USUAL_S);
  const bank = valueOf(own, "time_bank_s");
  if (kind === "bank") return { kind, seconds: Number(bank ?? USUAL_BANK_S), increment: USUAL_MORE_S };
  if (kind === "delay") return { kind, seconds: Number(bank ?? USUAL_BANK_S), delay: bank === null ? USUAL_MORE_S : seconds };
  return { kind, seconds: bank === null ? seconds : USUAL_S };
}

/** The clock that the rules speak of; null where they speak of none. */
export function ownClock(rules: Rules): Clock {
  const seconds = valueOf(rules, "time_limit_s");
  if (valueOf(rules, "time_limit_mode") === "none" || seconds === null) return null;
  const bank = valueOf(rules, "time_bank_s");
  return bank === null ? { kind: "turn", seconds: Number(seconds) } : { kind: "delay", seconds: Number(bank), delay: Number(seconds) };
}

/** Play by this clock, or by none: the rules say so, as the server will say it. */
export function timed(rules: Rules, clock: Clock): Rules {
  const edition = { edition: rules.edition, changes: {} };
  const own = valueOf(edition, "time_limit_mode");
  const mode = valueOf(rules, "time_limit_mode");
  const found: Rules = { edition: rules.edition, changes: { ...rules.changes } };
  const set = (seconds: number | null, bank: number | null): void => {
    changeRule(found, "time_limit_s", seconds);
    changeRule(found, "time_bank_s", bank);
  };
  if (clock === null) {
    changeRule(found, "time_limit_mode", mode === "mandatory" ? "none" : mode);
    for (const name of ["time_limit_s", "time_bank_s"]) changeRule(found, name, valueOf(edition, name));
    return found;
  }
  changeRule(found, "time_limit_mode", clock.kind === "bank" ? "optional" : mode !== "none" ? mode : own !== "none" ? own : "optional");
  if (clock.kind === "turn") set(clock.seconds, null);
  else if (clock.kind === "delay") set(clock.delay, clock.seconds);
  else set(null, null);
  return found;
}

function between(text: string | undefined, [low, high]: readonly [number, number]): number | null {
  const value = Number(text);
  return text !== undefined && /^\d+$/.test(text) && value >= low && value <= high ? value : null;
}

/** `60` for every turn, `600+10` with seconds added after it, `600d10` with seconds of its own first. */
export function readClock(text: string): Clock {
  const [, first, sign, second] = /^(\d+)(?:([+d])(\d+))?$/.exec(text) ?? [];
  if (sign === undefined) {
    const seconds = between(first, LIMITS.turn);
    return seconds === null ? null : { kind: "turn", seconds };
  }
  const seconds = between(first, LIMITS.bank);
  const more = between(second, sign === "+" ? LIMITS.increment : LIMITS.delay);
  if (seconds === null || more === null) return null;
  return sign === "+" ? { kind: "bank", seconds, increment: more } : { kind: "delay", seconds, delay: more };
}

export function clockText(clock: Clock): string {
  if (!clock) return "";
  if (clock.kind === "turn") return String(clock.seconds);
  return clock.kind === "bank" ? `${clock.seconds}+${clock.increment}` : `${clock.seconds}d${clock.delay}`;
}
