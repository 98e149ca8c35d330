// What a hand over the board can reach: measured when it is lifted, reckoned while it moves.

import type { Draft, Target } from "../draft/draft.svelte";
import { homeOf, piecesOf } from "../draft/layout";
import type { Ground } from "./ground.svelte";
import type { Cell } from "./places";
import { type Aim, aimAtRack, aimAtTable, type Point } from "./targets";

const NEAR_EDGE = 44;
const NUDGE_PX = 8;

export interface Surface {
  root(): HTMLElement | null;
  draft(): Draft;
  movable(): boolean;
}

export class Reach {
  #table = { left: 0, top: 0 };
  #rack = { left: 0, top: 0 };
  #rackTop = Infinity;
  /** The table, where it is longer than its room. */
  #scroller: Element | null = null;

  constructor(
    private readonly ground: Ground,
    private readonly surface: Surface,
  ) {}

  measure(): void {
    const root = this.surface.root();
    const box = (selector: string) => root?.querySelector(selector)?.getBoundingClientRect() ?? null;
    this.#table = box("[data-zone='table'] > *") ?? { left: 0, top: 0 };
    this.#rack = box("[data-zone='rack']") ?? { left: 0, top: 0 };
    this.#rackTop = box("[data-area='rack']")?.top ?? Infinity;
    const scroller = root?.querySelector("[data-scroll]") ?? null;
    this.#scroller = scroller && canScroll(scroller) ? scroller : null;
  }

  /** Where the pieces would go; null where they may not. */
  aim(at: Point, ids: readonly number[]): Aim | null {
    const found = at.y >= this.#rackTop ? this.#aimAtRack(at) : this.#aimAtTable(at, ids);
    return found && this.surface.draft().accepts(ids, found.target) ? found : null;
  }

  /** Whether the hand is over the rack. */
  isRack(at: Point): boolean {
    return at.y >= this.#rackTop;
  }

  #aimAtRack(at: Point): Aim {
    return aimAtRack({ x: at.x - this.#rack.left, y: at.y - this.#rack.top }, this.surface.draft().now, this.ground.rack);
  }

  #aimAtTable(at: Point, ids: readonly number[]): Aim | null {
    if (!this.surface.movable()) return null;
    const draft = this.surface.draft();
    const [piece, ...more] = piecesOf(draft.now, ids);
    const fits = (meld: number, index: number) => piece !== undefined && more.length === 0 && draft.fitsJoker(piece, meld, index);
    return aimAtTable(this.#onTable(at), draft.now, this.ground.table, fits);
  }

  /** A point of the window as the table counts, near or from afar. */
  #onTable(at: Point): Point {
    const { by } = this.ground.zoom;
    return { x: (at.x - this.#table.left) / by, y: (at.y - this.#table.top) / by };
  }

  /** The cell of the table under a tap. */
  cell(event: MouseEvent): Cell | null {
    this.measure();
    const at = this.#onTable({ x: event.clientX, y: event.clientY });
    return aimAtTable(at, { ...this.surface.draft().now, table: [] }, this.ground.table, () => false).cell;
  }

  /** The place of the rack under a tap. */
  slot(event: MouseEvent): Target {
    this.measure();
    return this.#aimAtRack({ x: event.clientX, y: event.clientY }).target;
  }

  /** Scroll the table when a hand that took something from it is near its edge; true if it moved. */
  nudge(at: Point, ids: readonly number[]): boolean {
    const scroller = this.#scroller;
    if (!scroller || !ids.every((id) => homeOf(this.surface.draft().now, id)?.on === "meld")) return false;
    const box = scroller.getBoundingClientRect();
    const down = at.y > box.bottom - NEAR_EDGE && at.y < box.bottom + NUDGE_PX;
    const old = scroller.scrollTop;
    scroller.scrollTop += at.y < box.top + NEAR_EDGE ? -NUDGE_PX : down ? NUDGE_PX : 0;
    if (scroller.scrollTop === old) return false;
    this.measure();
    return true;
  }
}

export function canScroll(element: Element): boolean {
  return element.scrollHeight > element.clientHeight + 1;
}
