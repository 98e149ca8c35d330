// A record played again in the browser: dealt by its shuffle, every turn judged by the rules, every end counted.

import { bagOf, isWithin, joined, without } from "../draft/bag";
import { isValid } from "../draft/checker";
import { playProblem, type Standing, standingProblem } from "../draft/judge";
import { notIn } from "../draft/joker-sets";
import { type Kind, pairsIn, writeTable } from "../draft/tiles";
import { boxFor, dealt, dealtAnew, fairKey, mixed, redealKey, roundKey, seedKey } from "../game/dealing";
import { sealOf } from "../game/fair";
import { tableRules, type TableRules } from "../game/rules";
import { EDITIONS } from "../rules/editions";
import { valueOf } from "../rules/text";
import type { OutcomeView, PastRound, PastTurn, Review } from "../wire";
import { endOf, isOver, rankingOf, readEnd, totalsOf } from "./ending";
import { Pool } from "./piles";
import { type Move, placeOf, type Record, RecordFault, type RoundText, type Table } from "./reading";

export interface Checked {
  readonly review: Review;
  /** What only the server can check: whether who laid nothing could have, and what who had not opened pays. */
  readonly left: readonly ("lay" | "pay")[];
}

/** The whole game; `RecordFault` at the first thing that could not have happened. */
export function checked(record: Record): Checked {
  return new Replay(record).all();
}

const sorted = (kinds: readonly Kind[]): Kind[] => [...kinds].sort((a, b) => placeOf(a) - placeOf(b));
const textOf = (kinds: readonly Kind[]): string => sorted(kinds).join(" ");

function lacking(kinds: readonly Kind[], gone: readonly Kind[]): Kind[] {
  const left = [...gone];
  return kinds.filter((kind) => {
    const place = left.indexOf(kind);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** What a turn leaves of the table and the rack, and how many tiles are drawn. */
interface Result {
  readonly table: Table;
  readonly rack: readonly Kind[];
  readonly opened: boolean;
  readonly draw: number;
}

class Replay {
  readonly #rules: TableRules;
  readonly #key: Uint8Array;
  readonly #left = new Set<"lay" | "pay">();
  readonly #ends: OutcomeView[] = [];
  #starters: number[] = [];
  #table: Table = [];
  #racks: (readonly Kind[])[] = [];
  #opened: boolean[] = [];
  #pool = new Pool([]);
  #turn = 0;
  #passes = 0;
  /** Whether, meanwhile, the time of a player ran out who could have laid a tile; and whether one may have. */
  #slept = false;
  #unsure = false;
  #moved: number[] = [];
  #asked: number[] = [];
  /** Whether the seat whose turn it is has drawn in this turn, and may still play. */
  #hasDrawn = false;

  constructor(private readonly record: Record) {
    this.#rules = tableRules(record.rulesText, EDITIONS);
    this.#key = this.#matchKey();
  }

  #option(name: string): ReturnType<typeof valueOf> {
    return valueOf(this.record.rules, name);
  }

  #matchKey(): Uint8Array {
    const { shuffle, shuffleLine } = this.record;
    if ("seed" in shuffle) return seedKey(shuffle.seed);
    if (shuffle.secret === null || sealOf(shuffle.secret) !== shuffle.commitment) throw new RecordFault("shuffle", shuffleLine);
    return fairKey(shuffle.secret, shuffle.nonces);
  }

  all(): Checked {
    const { record } = this;
    const texts: readonly RoundText[] = record.rounds.length > 0 ? record.rounds : [{ line: 1, turns: [], end: null }];
    const rounds = texts.map((text, place) => this.#round(text, place));
    const totals = totalsOf(this.#ends, record.seats.length);
    const ranking = rankingOf(record.rules, totals, this.#ends);
    const { shuffle } = record;
    const review: Review = {
      rules: record.rulesText,
      tiles: boxFor(record.rules, record.seats.length).length,
      joker: this.#rules.jokerPenalty,
      seats: record.seats.map((name, seat) => ({ name, bot: record.bots.get(seat) ?? null })),
      promise: "seed" in shuffle ? null : { commitment: shuffle.commitment, nonces: [...shuffle.nonces], secret: shuffle.secret! },
      rounds,
      sheet: { rounds: this.#ends, totals, ranking },
      over: rounds.at(-1)!.outcome !== null,
      played_on: record.start !== null,
    };
    return { review, left: [...this.#left] };
  }

  #round(text: RoundText, place: number): PastRound {
    if (place > 0 && (this.#ends.length < place || isOver(this.record.rules, this.record.seats.length, this.#ends))) throw new RecordFault("end", text.line);
    const draws = this.#begin(place);
    const first = { racks: this.#racks.map(textOf), table: writeTable(this.#table), opened: [...this.#opened], pool: this.#pool.size };
    const turns: PastTurn[] = [];
    let end: ReturnType<typeof endOf> = null;
    for (const [index, { seat, move, line }] of text.turns.entries()) {
      if (end || seat !== this.#turn) throw new RecordFault(end ? "end" : "seat", line);
      turns.push(this.#take(seat, move, line));
      end = move.did === "redeal" || this.#hasDrawn ? null : this.#ending(text.end !== null && index === text.turns.length - 1);
    }
    const outcome = this.#outcome(text, end);
    if (outcome) this.#ends.push(outcome);
    return { starter: this.#starters.at(-1)!, start_draws: draws, ...first, turns, outcome };
  }

  /** How the round ended, if it did. Only the record tells whether a player could have laid when time ran out: it goes on then. */
  #ending(said: boolean): ReturnType<typeof endOf> {
    const end = endOf(this.record.rules, this.#held());
    if (!this.#unsure || end?.outcome.ended !== "pool_empty") return end;
    this.#left.add("lay");
    [this.#slept, this.#unsure] = [!said, false];
    return said ? end : null;
  }

  #held(): Parameters<typeof endOf>[1] {
    const passes = this.#passes - (this.#slept ? this.#racks.length : 0);
    return { racks: this.#racks, opened: this.#opened, pool: this.#pool.size, passes, starter: this.#starters.at(-1)! };
  }

  /** How the round ended, as the record says it and the rules do. */
  #outcome(text: RoundText, end: ReturnType<typeof endOf>): OutcomeView | null {
    const said = text.end && readEnd(text.end.text, this.record.seats.length);
    const line = text.end?.line ?? text.turns.at(-1)?.line ?? text.line;
    if ((said === null) !== (end === null) || (text.end && !said)) throw new RecordFault("end", line);
    if (!said || !end) return null;
    if (end.open) this.#left.add("pay");
    const same = said.ended === end.outcome.ended && said.winners.join() === end.outcome.winners.join();
    const fits = end.open ? said.scores.reduce((sum, score) => sum + score, 0) === 0 : said.scores.join() === end.outcome.scores.join();
    if (!same || !fits) throw new RecordFault("end", line);
    return said;
  }

  /** Deal the round, or lay out the position that the game begins with; who drew what for the start. */
  #begin(place: number): PastRound["start_draws"] {
    const { record } = this;
    const seats = record.seats.length;
    const key = roundKey(this.#key, place + 1);
    const piles = "piles" in record.shuffle && record.shuffle.piles ? seats : 1;
    if (place === 0 && record.start) {
      this.#lay(key, piles);
      return [];
    }
    const made = dealt(key, record.rules, seats);
    const next = place === 0 ? "draw" : this.#option("next_starter");
    const rotated = (this.#starters[0] ?? 0) + place;
    const starter = next === "draw" ? made.first : next === "winner" ? this.#ends.at(-1)!.winners[0]! : rotated % seats;
    this.#spread(made.racks, new Pool(made.pool, piles), starter);
    this.#starters.push(starter);
    this.#asked = [];
    return next === "draw" ? made.draws : [];
  }

  #spread(racks: Kind[][], pool: Pool, starter: number): void {
    this.#racks = racks;
    this.#pool = pool;
    this.#table = [];
    this.#opened = racks.map(() => false);
    this.#turn = starter;
    this.#passes = 0;
    this.#slept = this.#unsure = false;
    this.#moved = [];
    this.#hasDrawn = false;
  }

  #lay(key: Uint8Array, piles: number): void {
    const { start, startLine, rules, seats } = this.record;
    const lying = [...start!.racks, ...start!.table].flat();
    const fits = isWithin(bagOf(lying), bagOf(boxFor(rules, seats.length)));
    if (!fits || !start!.table.every(isValid) || start!.racks.some((rack) => rack.length === 0)) throw new RecordFault("start", startLine);
    this.#spread(start!.racks.map((rack) => [...rack]), new Pool(mixed(key, rules, seats.length, lying), piles), start!.turn);
    this.#table = start!.table;
    this.#opened = [...start!.opened];
    this.#passes = start!.passes;
    this.#slept = start!.slept;
    this.#moved = [...start!.moved];
    this.#asked = [...start!.asked];
    this.#hasDrawn = this.#option("play_after_draw") === true && start!.drew === start!.turn;
    this.#starters = [start!.starter];
  }

  #take(seat: number, move: Move, line: number): PastTurn {
    const [old, rack] = [this.#table, this.#racks[seat]!];
    if (move.did === "redeal") return this.#anew(seat, line);
    const result = this.#result(seat, move, line);
    const need = move.did === "timeout" ? Math.max(Number(this.#option("timeout_penalty")), Number(this.#option("timeout_idle_draw"))) : result.draw;
    const drawn = this.#pool.draw(seat, result.draw, need);
    const idle = drawn.length === 0 && textOf(result.rack) === textOf(rack);
    this.#passes = idle && !this.#hasDrawn ? this.#passes + 1 : 0;
    this.#slept &&= idle;
    this.#unsure = idle && (this.#unsure || (move.did === "timeout" && !this.#hasDrawn && this.#pool.size === 0 && !this.#slept && this.#mustLay()));
    this.#hasDrawn = move.did === "draw" && this.#option("play_after_draw") === true;
    this.#table = result.table;
    this.#racks = this.#racks.with(seat, [...result.rack, ...drawn]);
    this.#opened = this.#opened.with(seat, result.opened);
    this.#turn = this.#hasDrawn ? seat : (seat + 1) % this.#racks.length;
    this.#moved.push(seat);
    return this.#told(seat, move.did, lacking(this.#table.flat(), old.flat()), drawn);
  }

  /** Whether a player who can lay a tile must, with an empty pool. In older records every time-out is a pass. */
  #mustLay(): boolean {
    const must = this.#option("voluntary_draw") === false || this.#option("empty_pool_pass") === "only_if_unable";
    return must && this.#rules.referee > 2;
  }

  #told(seat: number, did: Move["did"], laid: readonly Kind[], drawn: readonly Kind[]): PastTurn {
    const racks = this.#racks.map(textOf);
    return { seat, did, laid: textOf(laid), drawn: textOf(drawn), table: writeTable(this.#table), racks, opened: [...this.#opened], pool: this.#pool.size, steps: null };
  }

  /** A player with enough pairs may ask once for a new deal, before the first turn of the round. */
  #anew(seat: number, line: number): PastTurn {
    const pairs = this.#option("redeal_doubles");
    const late = this.#rules.referee > 2 ? this.#moved.length > 0 : this.#moved.includes(seat);
    const may = pairs !== null && pairsIn(this.#racks[seat]!) >= Number(pairs) && !late && !this.#asked.includes(seat);
    if (!may) throw new RecordFault("illegal", line);
    const { rules, seats, shuffle } = this.record;
    const piles = "piles" in shuffle && shuffle.piles ? seats.length : 1;
    const made = dealtAnew(redealKey(this.#pool.before(seat).map(placeOf)), rules, seats.length);
    this.#spread(made.racks, new Pool(made.pool, piles), this.#starters.at(-1)!);
    this.#asked.push(seat);
    return this.#told(seat, "redeal", [], []);
  }

  #result(seat: number, { did, table }: Move, line: number): Result {
    const standing: Standing = { rules: this.#rules, table: this.#table, rack: this.#racks[seat]!, opened: this.#opened[seat]! };
    const still: Result = { table: this.#table, rack: standing.rack, opened: standing.opened, draw: 0 };
    if (did === "play") {
      const problem = playProblem(standing, table!);
      if (problem) throw new RecordFault("illegal", line, problem);
      return { table: table!, rack: lacking(standing.rack, lacking(table!.flat(), this.#table.flat())), opened: true, draw: 0 };
    }
    if (did === "timeout") return this.#late(standing, table, line);
    if (this.#hasDrawn) {
      if (did === "draw") throw new RecordFault("illegal", line);
      return still;
    }
    if ((did === "draw") !== this.#pool.size > 0) throw new RecordFault("illegal", line);
    if (this.#option("voluntary_draw") === false || (did === "pass" && this.#option("empty_pool_pass") === "only_if_unable")) this.#left.add("lay");
    return { ...still, draw: did === "draw" ? Number(this.#option("draw_size")) : 0 };
  }

  /** What is left when the clock ends the turn on this draft. */
  #late(standing: Standing, draft: Table | null, line: number): Result {
    const { table, rack, opened } = standing;
    if (this.#option("time_limit_mode") === "none") throw new RecordFault("illegal", line);
    const [lay, own, lies] = [bagOf(table.flat()), bagOf(rack), bagOf((draft ?? []).flat())];
    if (!isWithin(lies, joined(lay, own))) throw new RecordFault("illegal", line);
    const exactly = this.#rules.referee > 2;
    if (!draft || (notIn(draft, table, exactly).length === 0 && notIn(table, draft, exactly).length === 0)) {
      return { table, rack, opened, draw: this.#hasDrawn ? 0 : Number(this.#option("timeout_idle_draw")) };
    }
    if (playProblem(standing, draft) === null) return { table: draft, rack: lacking(rack, lacking(draft.flat(), table.flat())), opened: true, draw: 0 };
    const draw = Number(this.#option("timeout_penalty"));
    const finished = draft.filter(isValid);
    const rule = this.#option("timeout_rule");
    if (rule === "restore_all" || !mayStay(standing, finished, rule === "loose_to_rack_literal")) return { table, rack, opened, draw };
    return { table: finished, rack: lacking([...table.flat(), ...rack], finished.flat()), opened: true, draw };
  }
}

/** Whether the finished sets of a draft may stay: no table tile is loose, unless the rule is taken literally. */
function mayStay(standing: Standing, finished: Table, literal: boolean): boolean {
  const [before, now] = [bagOf(standing.table.flat()), bagOf(finished.flat())];
  if (!literal && !isWithin(before, now)) return false;
  const laid = without(now, before);
  return (standing.opened || laid.size > 0) && standingProblem(standing, finished, laid) === null;
}
