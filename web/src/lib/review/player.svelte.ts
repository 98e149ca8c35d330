// Walks over the moments of a game: by turns, by single tile moves, by itself.

import type { Layout } from "../draft/layout";
import { recognised } from "../draft/matching";
import { readTable } from "../draft/tiles";
import { framesOf, type Frame } from "../game/replay.svelte";
import type { Play, Step } from "../game/wire";
import { motionReduced, PACES, settings } from "../settings.svelte";
import { type Moment, racksOn } from "./moments";

const STEP_MS = 800;
const IDLE_MS = 550;

/** A play that might have been made instead. */
export interface Other {
  readonly play: Play;
  readonly frames: readonly Frame[];
}

export class Player {
  /** Which moment is looked at. */
  at = $state(0);
  /** How many tile moves of its turn are done; null when all are. */
  sub = $state<number | null>(null);
  running = $state(false);
  /** Another play than the one that was made, and how far it is. */
  other = $state.raw<Other | null>(null);
  otherAt = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frames = new Map<number, readonly Frame[]>();

  constructor(readonly moments: readonly Moment[]) {}

  readonly moment: Moment = $derived.by(() => this.moments[this.at]!);
  /** The step that was done last, while a turn is half done. */
  readonly step: Step | null = $derived.by(() => this.#frame?.step ?? null);
  readonly #frame: Frame | null = $derived.by(() => {
    if (this.other) return this.other.frames[this.otherAt] ?? null;
    return this.sub === null ? null : (this.#framesOf(this.at)[this.sub] ?? null);
  });
  readonly layout: Layout = $derived.by(() => this.#frame?.layout ?? this.moment.layout);
  /** What the table is compared with. */
  readonly base: Layout = $derived.by(() => {
    if (this.other) return this.other.frames[Math.max(0, this.otherAt - 1)]!.layout;
    if (this.sub !== null) return this.#framesOf(this.at)[this.sub - 1]?.layout ?? this.layout;
    return this.moment.turn ? this.moments[this.at - 1]!.layout : this.layout;
  });
  readonly racks: readonly string[] = $derived.by(() => {
    const { turn, racks } = this.moment;
    if (!turn || (this.sub === null && !this.other)) return racks;
    const lying = this.layout.table.flatMap((meld) => meld.pieces.map((piece) => piece.kind));
    return racksOn(this.moments[this.at - 1]!, turn, lying);
  });
  /** The pieces that the turn has laid so far. */
  readonly laid: readonly number[] = $derived.by(() => {
    if (!this.moment.turn) return [];
    const old = new Set(this.moments[this.at - 1]!.layout.table.flatMap((meld) => meld.pieces.map((piece) => piece.id)));
    return this.layout.table.flatMap((meld) => meld.pieces.filter((piece) => !old.has(piece.id)).map((piece) => piece.id));
  });

  get last(): number {
    return this.moments.length - 1;
  }

  /** How many tile moves the turn of a moment has. */
  stepsOf(at: number): number {
    return this.moments[at]?.turn?.steps?.length ?? 0;
  }

  #framesOf(at: number): readonly Frame[] {
    const known = this.#frames.get(at);
    if (known) return known;
    const { turn, before, table, layout } = this.moments[at]!;
    const frames = turn?.steps ? framesOf({ seat: turn.seat, before, after: table }, turn.steps, layout) : [];
    this.#frames.set(at, frames);
    return frames;
  }

  /** Go to a moment; whatever went by itself stops. */
  go(at: number): void {
    this.pause();
    this.#leave();
    this.at = Math.max(0, Math.min(this.last, at));
    this.sub = null;
  }

  turn(by: number): void {
    if (by < 0 && this.sub !== null) this.go(this.at - 1);
    else if (by > 0 && this.sub !== null) this.go(this.at);
    else this.go(this.at + by);
  }

  /** One tile move on or back; where nothing was moved, one turn. */
  one(by: 1 | -1): void {
    this.pause();
    this.#leave();
    if (by > 0) this.#on();
    else this.#back();
  }

  #on(): void {
    if (this.sub !== null) {
      this.sub = this.sub + 1 < this.stepsOf(this.at) ? this.sub + 1 : null;
    } else if (this.at < this.last) {
      this.at += 1;
      this.sub = this.stepsOf(this.at) > 1 ? 1 : null;
    }
  }

  #back(): void {
    const steps = this.stepsOf(this.at);
    if (this.sub === null && steps > 1) this.sub = steps - 1;
    else if (this.sub !== null && this.sub > 1) this.sub -= 1;
    else {
      this.sub = null;
      this.at = Math.max(0, this.at - 1);
    }
  }

  toggle(): void {
    if (this.running) return this.pause();
    this.#leave();
    if (this.at >= this.last && this.sub === null) this.at = 0;
    this.running = true;
    this.#wait();
  }

  pause(): void {
    this.running = false;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const still = this.sub === null && this.moment.turn?.did !== "play";
    const pace = (PACES[settings.pace] || 1) * (motionReduced() ? 1.2 : 1);
    this.#timer = setTimeout(() => this.#walk(), (still ? IDLE_MS : STEP_MS) * pace);
  }

  #walk(): void {
    this.#on();
    if (this.at >= this.last && this.sub === null) this.running = false;
    else this.#wait();
  }

  /** Show what could have been played instead, step by step. */
  show(play: Play, steps: readonly Step[] | null): void {
    this.pause();
    this.sub = null;
    const previous = this.moments[this.at - 1]!.layout;
    const pool = previous.table.flatMap((meld) => meld.pieces);
    const fresh = { piece: 5_000_000, meld: 5_000_000 };
    const table = recognised(readTable(play.after), previous.table, pool, fresh);
    this.other = { play, frames: framesOf(play, steps ?? [], { rack: [], table, next: previous.next }) };
    this.otherAt = motionReduced() ? this.other.frames.length - 1 : 0;
    this.#showOn();
  }

  #showOn(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.other || this.otherAt >= this.other.frames.length - 1) return;
      this.otherAt += 1;
      this.#showOn();
    }, STEP_MS * 0.8);
  }

  #leave(): void {
    if (this.other) clearTimeout(this.#timer);
    this.other = null;
  }

  /** Back to what was really played. */
  unshow(): void {
    this.#leave();
  }
}
