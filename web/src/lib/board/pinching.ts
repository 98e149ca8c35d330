// Two fingers look closer at the table; while it is near, one finger on the bare table moves it.

import type { Point } from "./targets";

export interface PinchHost {
  /** Whether these fingers are on the table. */
  isTable(target: EventTarget | null): boolean;
  /** Whether a finger there takes a tile. */
  isTile(target: EventTarget | null): boolean;
  near(): boolean;
  by(): number;
  /** `at` is a point of the window. */
  zoom(by: number, at: Point, moved: Point): void;
  /** Two fingers are down: nothing is dragged. */
  begin(): void;
}

export class Pinch {
  #fingers = new Map<number, Point>();
  #start: { apart: number; by: number } | null = null;
  #moved = false;

  constructor(private readonly host: PinchHost) {}

  listen = (root: HTMLElement): (() => void) => {
    root.addEventListener("pointerdown", this.#onDown);
    addEventListener("pointermove", this.#onMove);
    addEventListener("pointerup", this.#onUp);
    addEventListener("pointercancel", this.#onUp);
    return () => {
      root.removeEventListener("pointerdown", this.#onDown);
      removeEventListener("pointermove", this.#onMove);
      removeEventListener("pointerup", this.#onUp);
      removeEventListener("pointercancel", this.#onUp);
    };
  };

  /** The click that ends a pinch is none. */
  swallowsClick(): boolean {
    const moved = this.#moved;
    this.#moved = false;
    return moved;
  }

  #onDown = (event: PointerEvent): void => {
    if (this.#fingers.size === 0) this.#moved = false;
    const pans = this.#fingers.size > 0 || !this.host.isTile(event.target) || event.pointerType === "touch";
    if (event.pointerType === "mouse" || !this.host.isTable(event.target) || !pans) return;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const [one, other] = [...this.#fingers.values()];
    if (!one || !other) return;
    this.#start = { apart: distance(one, other), by: this.host.by() };
    this.host.begin();
  };

  #onMove = (event: PointerEvent): void => {
    const old = this.#fingers.get(event.pointerId);
    if (!old) return;
    const now = { x: event.clientX, y: event.clientY };
    const moved = { x: now.x - old.x, y: now.y - old.y };
    const pans = this.#start === null && this.host.near() && !document.documentElement.classList.contains("dragging");
    if (!this.#start && !pans) return;
    this.#fingers.set(event.pointerId, now);
    this.#moved = true;
    const [one, other] = [...this.#fingers.values()];
    if (this.#start && one && other) {
      const by = (this.#start.by * distance(one, other)) / Math.max(1, this.#start.apart);
      this.host.zoom(by, { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }, { x: moved.x / 2, y: moved.y / 2 });
    } else this.host.zoom(this.host.by(), now, moved);
  };

  #onUp = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
    if (this.#fingers.size < 2) this.#start = null;
  };
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
