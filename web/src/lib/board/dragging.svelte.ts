// Dragging with pointer events: mouse, pen and touch; one tile or several. While the hand moves nothing is laid out
// anew: a ghost follows by transform alone, and where it would drop is reckoned, not measured.

import type { Target } from "../draft/draft.svelte";
import type { Aim, Point } from "./targets";

export interface DragHost {
  /** The pieces that a press on this one takes along. */
  taken(piece: number): readonly number[];
  /** Called once, before the first move: measure what `aim` needs. */
  lift(ids: readonly number[]): void;
  aim(at: Point, ids: readonly number[]): Aim | null;
  /** `at` is where the hand let go; null if it was stopped. */
  drop(ids: readonly number[], aim: Aim | null, at: Point | null): void;
  /** Scroll what lies under the hand if it is near an edge; true if something moved. */
  nudge(at: Point, ids: readonly number[]): boolean;
  /** Whether a finger on this element scrolls unless it rests first. */
  scrolls(element: Element): boolean;
}

const SLOP = 6;
const REST_MS = 230;
/** A finger hides what is under it, so the tile floats a little above. */
const LIFT_PX = 34;

interface Press {
  readonly pointer: number;
  readonly piece: number;
  readonly ids: readonly number[];
  readonly start: Point;
  readonly touch: boolean;
  readonly patient: boolean;
}

export class Drag {
  /** The pieces in the hand; empty while nothing is dragged. */
  ids = $state.raw<readonly number[]>([]);
  /** Where they would go now. */
  aim = $state.raw<Aim | null>(null);
  /** The tile under a finger that has not moved it yet. */
  touched = $state<number | null>(null);
  /** Where the finger is. */
  finger = $state.raw<Point | null>(null);
  /** The element that follows the pointer. */
  ghost: HTMLElement | null = null;
  #press: Press | null = null;
  #at: Point = { x: 0, y: 0 };
  #frame = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #rested = false;
  #moved = false;
  #swallow = false;

  constructor(private readonly host: DragHost) {}

  get active(): boolean {
    return this.ids.length > 0;
  }

  get target(): Target | null {
    return this.aim?.target ?? null;
  }

  /** The click that ends a drag is none. */
  swallowsClick(): boolean {
    const swallow = this.#swallow;
    this.#swallow = false;
    return swallow;
  }

  down(event: PointerEvent, piece: number, ids = this.host.taken(piece)): void {
    if (event.button !== 0 || !event.isPrimary || this.#press) return;
    const touch = event.pointerType === "touch";
    const patient = touch && this.host.scrolls(event.target as Element);
    this.#swallow = false;
    this.#moved = false;
    this.#rested = false;
    this.#at = { x: event.clientX, y: event.clientY };
    this.#press = { pointer: event.pointerId, piece, ids, start: this.#at, touch, patient };
    if (touch) {
      this.#rest = setTimeout(this.#onRest, REST_MS);
      this.touched = piece;
      this.finger = this.#at;
    }
    addEventListener("pointermove", this.#onMove);
    addEventListener("pointerup", this.#onUp);
    addEventListener("pointercancel", this.#onCancel);
    addEventListener("keydown", this.#onKey, true);
    addEventListener("touchmove", this.#onTouch, { passive: false });
  }

  #onRest = (): void => {
    this.#rested = true;
    if (this.#press?.patient) this.#begin();
  };

  #onTouch = (event: TouchEvent): void => {
    if (this.active && event.cancelable) event.preventDefault();
  };

  #onMove = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointer) return;
    this.#at = { x: event.clientX, y: event.clientY };
    const far = Math.hypot(this.#at.x - press.start.x, this.#at.y - press.start.y) > SLOP;
    if (far) this.#moved = true;
    if (!this.active && far) {
      if (press.patient && !this.#rested) return this.#end();
      this.#begin();
    }
    if (this.active && !this.#frame) this.#frame = requestAnimationFrame(this.#draw);
  };

  #begin(): void {
    const press = this.#press;
    if (!press || this.active) return;
    clearTimeout(this.#rest);
    this.host.lift(press.ids);
    this.ids = press.ids;
    this.touched = null;
    document.documentElement.classList.add("dragging");
    if (!this.#frame) this.#frame = requestAnimationFrame(this.#draw);
  }

  get #hand(): Point {
    return { x: this.#at.x, y: this.#at.y - (this.#press?.touch ? LIFT_PX : 0) };
  }

  #draw = (): void => {
    this.#frame = 0;
    if (!this.active) return;
    const hand = this.#hand;
    if (this.ghost) this.ghost.style.transform = `translate3d(${hand.x}px, ${hand.y}px, 0)`;
    const aim = this.host.aim(hand, this.ids);
    if (!sameAim(aim, this.aim)) this.aim = aim;
    if (this.#press?.touch) this.finger = this.#at;
    if (this.host.nudge(hand, this.ids)) this.#frame = requestAnimationFrame(this.#draw);
  };

  #onUp = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointer) return;
    const { active } = this;
    const ids = this.ids;
    const aim = active && this.#moved ? this.host.aim(this.#hand, ids) : null;
    const at = this.#hand;
    // a finger that rested on a tile wanted to see its set
    this.#swallow = active || (press.touch && this.#rested && !this.#moved);
    this.#end();
    if (active) this.host.drop(ids, aim, at);
  };

  #onCancel = (event: PointerEvent): void => {
    if (event.pointerId === this.#press?.pointer) this.cancel();
  };

  #onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.active) return;
    event.preventDefault();
    event.stopPropagation();
    this.#swallow = true;
    this.cancel();
  };

  cancel(): void {
    const { active, ids } = this;
    this.#end();
    if (active) this.host.drop(ids, null, null);
  }

  #end(): void {
    clearTimeout(this.#rest);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#press = null;
    this.touched = null;
    this.finger = null;
    this.ids = [];
    this.aim = null;
    document.documentElement.classList.remove("dragging");
    removeEventListener("pointermove", this.#onMove);
    removeEventListener("pointerup", this.#onUp);
    removeEventListener("pointercancel", this.#onCancel);
    removeEventListener("keydown", this.#onKey, true);
    removeEventListener("touchmove", this.#onTouch);
  }
}

function sameAim(one: Aim | null, other: Aim | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
