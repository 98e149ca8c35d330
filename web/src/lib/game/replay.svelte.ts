// Plays shown one after the other, step by step, so that everybody can see what was done.

import { recognised } from "../draft/matching";
import type { Layout, Meld } from "../draft/layout";
import { readTable } from "../draft/tiles";
import { motionReduced, PACES, settings } from "../settings.svelte";
import { carryOut, heapOf } from "./steps";
import { ELSEWHERE } from "./watching";
import type { Play, Step } from "./wire";

const STEP_MS = 900;
const LAST_MS = 700;

export interface Frame {
  readonly layout: Layout;
  /** What is done to come here; null for the table before. */
  readonly step: Step | null;
}

/** The tables between before and after; what is in the hand lies apart. `final` lends its tiles their identity. */
export function framesOf(play: Play, steps: readonly Step[], final: Layout): Frame[] {
  const heap = heapOf(readTable(play.before));
  const pool = final.table.flatMap((meld) => meld.pieces);
  const fresh = { piece: ELSEWHERE, meld: ELSEWHERE };
  let known: readonly Meld[] = final.table;
  const frame = (step: Step | null): Frame => {
    const tables = [...heap.sets.values(), ...(heap.hand.length > 0 ? [heap.hand] : [])];
    const table = recognised(tables, known, pool, fresh);
    known = [...table, ...final.table.filter((meld) => !table.some((other) => other.id === meld.id))];
    return { layout: { rack: [], table, next: final.next }, step };
  };
  const frames = [frame(null)];
  for (const step of steps) {
    carryOut(heap, step);
    frames.push(frame(step));
  }
  return [...frames, { layout: { ...final, rack: [] }, step: null }];
}

/** A play to be shown. */
export interface Show {
  readonly play: Play;
  /** The table behind the play. */
  readonly final: Layout;
  /** How it was done; null if nobody can tell: then the tiles simply go from the old table to the new one. */
  steps(): Promise<readonly Step[] | null>;
}

/** The table behind a play, made of the tiles that lie there now as far as they go. */
export function tableAfter(play: Play, now: Layout): Layout {
  const pool = now.table.flatMap((meld) => meld.pieces);
  const fresh = { piece: ELSEWHERE * 2, meld: ELSEWHERE * 2 };
  return { rack: [], table: recognised(readTable(play.after), now.table, pool, fresh), next: now.next };
}

export class Replay {
  frames = $state.raw<readonly Frame[]>([]);
  at = $state(0);
  /** Whether it walks on by itself. */
  running = $state(false);
  /** The plays that are shown after this one. */
  queue = $state.raw<readonly Show[]>([]);
  play = $state.raw<Play | null>(null);
  #busy = false;
  #after: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #number = 0;

  get frame(): Frame | null {
    return this.frames[this.at] ?? null;
  }

  get before(): Layout | null {
    return this.frames[Math.max(0, this.at - 1)]?.layout ?? null;
  }

  /** Show a play after those that are shown already. */
  add(show: Show): void {
    this.queue = [...this.queue, show];
    if (!this.#busy) void this.#begin();
  }

  /** Do this once nothing is shown any more. */
  after(what: () => void): void {
    if (this.#busy) this.#after.push(what);
    else what();
  }

  /** Show this play now, and nothing else. */
  showNow(show: Show): void {
    this.close();
    this.add(show);
  }

  async #begin(): Promise<void> {
    const [show, ...rest] = this.queue;
    if (!show) return this.close();
    this.#busy = true;
    this.queue = rest;
    const number = ++this.#number;
    const steps = (await show.steps()) ?? [];
    if (number !== this.#number) return;
    this.frames = framesOf(show.play, steps, show.final);
    this.at = 0;
    this.play = show.play;
    this.running = true;
    this.#walk(STEP_MS * 0.4 * this.#pace);
  }

  /** A long play, and many of them, are shown faster. */
  get #pace(): number {
    const hurry = (this.frames.length > 6 ? 0.7 : 1) * (this.queue.length > 1 ? 0.7 : 1);
    return (PACES[settings.pace] || 1) * hurry * (motionReduced() ? 1.2 : 1);
  }

  #walk(wait: number): void {
    clearTimeout(this.#timer);
    if (this.running) this.#timer = setTimeout(() => this.#next(), wait);
  }

  #next(): void {
    if (this.at >= this.frames.length - 1) return this.skip();
    this.at += 1;
    this.#walk((this.at === this.frames.length - 1 ? LAST_MS : STEP_MS) * this.#pace);
  }

  /** One step by hand: it stops walking by itself. */
  step(by: number): void {
    this.running = false;
    clearTimeout(this.#timer);
    this.at = Math.max(0, Math.min(this.frames.length - 1, this.at + by));
  }

  toggle(): void {
    this.running = !this.running;
    if (this.running && this.at >= this.frames.length - 1) this.at = 0;
    this.#walk(STEP_MS * 0.4);
  }

  /** On to the next play; behind the last one the table lies as it is. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#number += 1;
    void this.#begin();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#number += 1;
    this.#busy = false;
    this.queue = [];
    this.frames = [];
    this.at = 0;
    this.running = false;
    this.play = null;
    for (const what of this.#after.splice(0)) what();
  }
}
