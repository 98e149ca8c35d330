// A play shown step by step, so that everybody can see what was done.

import { post } from "../api";
import { recognised } from "../draft/matching";
import type { Layout, Meld } from "../draft/layout";
import { type Kind, readKinds, readTable } from "../draft/tiles";
import { motionReduced, PACES, settings } from "../settings.svelte";
import { ELSEWHERE } from "./watching";
import type { LastPlay, Step } from "./wire";

const STEP_MS = 900;
const LAST_MS = 700;

export interface Frame {
  readonly layout: Layout;
  /** What is done to come here; null for the table before. */
  readonly step: Step | null;
}

interface Heap {
  sets: Map<number, Kind[]>;
  hand: Kind[];
}

/** The tables between before and after; what is in the hand lies apart. `final` lends its tiles their identity. */
export function framesOf(play: LastPlay, steps: readonly Step[], final: Layout): Frame[] {
  const heap: Heap = { sets: new Map(readTable(play.before).map((meld, index) => [index, meld])), hand: [] };
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

function carryOut(heap: Heap, step: Step): void {
  const old = heap.sets.get(step.set) ?? [];
  const result = readKinds(step.result);
  const coming = step.kind === "join" ? [] : step.kind === "split" ? readKinds(step.right ?? "") : [];
  const joined = step.kind === "join" ? (heap.sets.get(step.other ?? -1) ?? []) : [];
  const gone = minus([...old, ...joined], [...result, ...coming]);
  const added = minus([...result, ...coming], [...old, ...joined]);
  heap.hand = [...minus(heap.hand, added), ...gone];
  if (step.kind === "split" && step.new !== null) heap.sets.set(step.new, coming);
  if (step.kind === "join" && step.other !== null) heap.sets.delete(step.other);
  if (result.length > 0) heap.sets.set(step.set, result);
  else heap.sets.delete(step.set);
}

function minus(kinds: readonly Kind[], others: readonly Kind[]): Kind[] {
  const left = [...others];
  return kinds.filter((kind) => {
    const index = left.indexOf(kind);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

export class Replay {
  frames = $state.raw<readonly Frame[]>([]);
  at = $state(0);
  /** Whether it walks on by itself. */
  running = $state(false);
  /** Whether the player asked for it: then it stays until it is closed. */
  asked = $state(false);
  play = $state.raw<LastPlay | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #number = 0;

  get frame(): Frame | null {
    return this.frames[this.at] ?? null;
  }

  get before(): Layout | null {
    return this.frames[Math.max(0, this.at - 1)]?.layout ?? null;
  }

  /** Show a play. Where nobody explains it, the tiles simply go from the old table to the new one. */
  async show(play: LastPlay, final: Layout, asked: boolean): Promise<void> {
    this.close();
    const number = ++this.#number;
    const steps = await post<{ steps: Step[] }>("/explain", { before: play.before, after: play.after }).then(
      (answer) => answer.steps,
      () => [],
    );
    if (number !== this.#number) return;
    this.frames = framesOf(play, steps, final);
    this.at = 0;
    this.asked = asked;
    this.play = play;
    this.running = true;
    this.#walk(asked ? STEP_MS * 0.6 : STEP_MS * 0.35);
  }

  get #pace(): number {
    return PACES[settings.pace] * (this.asked ? 1.25 : this.frames.length > 6 ? 0.6 : 0.85) * (motionReduced() ? 1.2 : 1);
  }

  #walk(wait: number): void {
    clearTimeout(this.#timer);
    if (this.running) this.#timer = setTimeout(() => this.#next(), wait);
  }

  #next(): void {
    if (this.at >= this.frames.length - 1) {
      this.running = false;
      if (!this.asked) this.close();
      return;
    }
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

  close(): void {
    clearTimeout(this.#timer);
    this.#number += 1;
    this.frames = [];
    this.at = 0;
    this.running = false;
    this.play = null;
  }
}
