// Taps, clicks and keys on the board, turned into wishes to the draft. Tap, drag and keyboard end in the same place.

import { tick } from "svelte";
import type { Draft, Target } from "../draft/draft.svelte";
import { endOfRack, homeOf, kindsOf, meldOf, rackPieces } from "../draft/layout";
import type { Drag } from "./dragging.svelte";
import { pressOf, type Press, type Wish } from "./keys";
import type { Pinch } from "./pinching";
import type { Cell } from "./places";
import type { Point } from "./targets";
import { step, type Direction } from "./walking";
import type { BoardWords } from "./words";

export interface Surroundings {
  draft(): Draft;
  root(): HTMLElement | null;
  readonly drag: Drag;
  readonly pinch: Pinch;
  words(): BoardWords;
  say(text: string): void;
  /** The mark of a set was pressed. */
  onask(meld: number): void;
  movable(): boolean;
  put(ids: readonly number[], target: Target, cell: Cell | null): void;
  cellOf(event: MouseEvent): Cell | null;
  slotOf(event: MouseEvent): Target;
  onwish(wish: Wish): void;
  /** A press on the board: whatever else is shown there gives way. */
  ontouch(): void;
}

/** A second tap within this time is a double tap; a mouse that rests so long wants to see a set large. */
const DOUBLE_MS = 350;
const LOOK_MS = 450;

export class Hands {
  #wanted = $state<number | null>(null);
  /** The set on which a mouse rests. */
  looked = $state.raw<{ meld: number; at: Point } | null>(null);
  #look: ReturnType<typeof setTimeout> | undefined;
  #lastTap = { piece: -1, time: 0 };
  /** The tile under the pointer at its last `pointerdown`; it may glide away before the click. */
  #pressed: number | null = null;

  constructor(private readonly at: Surroundings) {}

  /** The one piece that the Tab key reaches. */
  get current(): number | null {
    const { now } = this.at.draft();
    if (this.#wanted !== null && homeOf(now, this.#wanted)) return this.#wanted;
    return rackPieces(now)[0]?.id ?? now.table[0]?.pieces[0]?.id ?? null;
  }

  listen = (root: HTMLElement): (() => void) => {
    const listeners: [string, (event: never) => void][] = [
      ["pointerdown", this.#onDown],
      ["click", this.#onClick],
      ["focusin", this.#onFocus],
      ["contextmenu", this.#onMenu],
      ["pointerover", this.#onOver],
      ["pointerleave", this.#lookAway],
    ];
    for (const [name, listener] of listeners) root.addEventListener(name, listener as EventListener);
    document.addEventListener("keydown", this.onKey);
    return () => {
      document.removeEventListener("keydown", this.onKey);
      for (const [name, listener] of listeners) root.removeEventListener(name, listener as EventListener);
      this.at.drag.cancel();
      clearTimeout(this.#look);
    };
  };

  #onOver = (event: PointerEvent): void => {
    this.#lookAway();
    const meld = (event.target as Element).closest<HTMLElement>("[data-meld]")?.dataset.meld;
    if (event.pointerType !== "mouse" || meld === undefined || event.buttons > 0) return;
    const at = { x: event.clientX, y: event.clientY };
    this.#look = setTimeout(() => (this.looked = { meld: Number(meld), at }), LOOK_MS);
  };

  #lookAway = (): void => {
    clearTimeout(this.#look);
    if (this.looked) this.looked = null;
  };

  #onDown = (event: PointerEvent): void => {
    this.#lookAway();
    // a replay's own buttons stand between table and rack
    if (!(event.target as Element).closest("[data-between]")) this.at.ontouch();
    const grip = (event.target as Element).closest<HTMLElement>("[data-grip]");
    const piece = pieceOf(event.target);
    this.#pressed = piece;
    if (grip && this.at.movable()) {
      const meld = meldOf(this.at.draft().now, Number(grip.dataset.grip));
      if (meld) this.at.drag.down(event, meld.pieces[0]!.id, meld.pieces.map((one) => one.id));
    } else if (piece !== null && this.#mayTake(piece)) this.at.drag.down(event, piece);
  };

  /** The own rack can always be arranged; the table only while the own draft is shown. */
  #mayTake(piece: number): boolean {
    return this.at.movable() || homeOf(this.at.draft().now, piece)?.on === "rack";
  }

  #onMenu = (event: Event): void => {
    if (pieceOf(event.target) !== null) event.preventDefault();
  };

  #onFocus = (event: FocusEvent): void => {
    const piece = pieceOf(event.target);
    if (piece !== null) this.#wanted = piece;
  };

  #onClick = (event: MouseEvent): void => {
    const pinched = this.at.pinch.swallowsClick();
    if (this.at.drag.swallowsClick() || pinched) return;
    const target = event.target as Element;
    const asked = target.closest<HTMLElement>("[data-ask]");
    if (asked) return this.at.onask(Number(asked.dataset.ask));
    const grip = target.closest<HTMLElement>("[data-grip]");
    // a key or a screen reader clicks without a press
    const piece = (event.detail > 0 ? this.#pressed : null) ?? pieceOf(target);
    if (grip) this.#selectMeld(Number(grip.dataset.grip));
    else if (piece !== null) this.#tap(piece, event);
    else if (target.closest("[data-area='rack']")) this.#tapRack(event);
    else if (target.closest("[data-scroll]")) this.#tapTable(event);
  };

  #tap(piece: number, event: MouseEvent): void {
    const draft = this.at.draft();
    if (!this.#mayTake(piece)) return;
    const twice = this.#lastTap.piece === piece && event.timeStamp - this.#lastTap.time < DOUBLE_MS;
    this.#lastTap = { piece, time: event.timeStamp };
    if (twice) return this.selectWholeSet(piece);
    if (event.shiftKey) return this.#selectUpTo(piece);
    const home = homeOf(draft.now, piece);
    const adds = draft.selected.length === 0 || event.ctrlKey || event.metaKey || home?.on === "rack" || this.#sameSet(piece);
    if (adds) this.#toggle(piece);
    else this.#putAt(piece);
  }

  /** Whether something of this piece's own set is in the hand: then a tap chooses on. */
  #sameSet(piece: number): boolean {
    const { now, selected } = this.at.draft();
    const home = homeOf(now, piece);
    return selected.some((id) => {
      const other = homeOf(now, id);
      return other?.on === "meld" && home?.on === "meld" && other.meld === home.meld;
    });
  }

  #toggle(piece: number): void {
    const draft = this.at.draft();
    draft.toggle(piece);
    this.at.say(this.at.words().chosen(draft.selected.length));
  }

  /** Shift: everything between the last chosen tile and this one. */
  #selectUpTo(piece: number): void {
    const draft = this.at.draft();
    const last = draft.selected.at(-1);
    const from = last === undefined ? null : homeOf(draft.now, last);
    const to = homeOf(draft.now, piece);
    const row = to?.on === "rack" ? draft.now.rack : to ? (meldOf(draft.now, to.meld)?.pieces ?? []) : [];
    const ids = row.flatMap((one) => (one ? [one.id] : []));
    const start = from?.on === to?.on && last !== undefined && ids.includes(last) ? ids.indexOf(last) : ids.indexOf(piece);
    const [low, high] = [start, ids.indexOf(piece)].sort((a, b) => a - b) as [number, number];
    draft.select([...new Set([...draft.selected, ...ids.slice(low, high + 1)])]);
  }

  #putAt(piece: number): void {
    const draft = this.at.draft();
    const target = draft.targetAt(piece);
    if (!target) return;
    this.at.put(draft.selected, target, null);
    this.#sayMeldAt(piece);
  }

  #tapTable(event: MouseEvent): void {
    const draft = this.at.draft();
    if (!this.at.movable() || draft.selected.length === 0) return;
    this.at.put(draft.selected, { to: "new" }, this.at.cellOf(event));
  }

  #tapRack(event: MouseEvent): void {
    const draft = this.at.draft();
    if (draft.selected.length > 0) this.at.put(draft.selected, this.at.slotOf(event), null);
  }

  selectWholeSet(piece: number): void {
    if (!this.#mayTake(piece)) return;
    this.at.draft().selectMeldOf(piece);
    this.at.say(this.at.words().chosen(this.at.draft().selected.length));
  }

  #selectMeld(id: number): void {
    const meld = meldOf(this.at.draft().now, id);
    if (meld) this.selectWholeSet(meld.pieces[0]!.id);
  }

  /** A key anywhere on the page; letters work wherever the focus is, the rest only where no other control needs it. */
  onKey = (event: KeyboardEvent): void => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.defaultPrevented || target.closest("input, select, textarea, dialog, [popover]")) return;
    const press = pressOf(event);
    const control = pieceOf(target) === null && target.closest("button, a, summary, [tabindex='0']") !== null;
    if (!press || (control && (press.does === "select" || press.does === "place" || press.does === "walk"))) return;
    event.preventDefault();
    this.#do(press, pieceOf(target) ?? this.current);
  };

  #do(press: Press, piece: number | null): void {
    if (press.does === "wish") return this.at.onwish(press.wish);
    if (press.does === "walk") return this.#walk(press.direction);
    if (press.does === "let_go") return this.at.draft().select([]);
    if (press.does === "new_set") return this.#newSet();
    if (press.does === "take_back") return this.#takeBack(piece);
    if (piece === null) return;
    if (press.does === "select") this.#toggle(piece);
    else if (press.does === "whole_set") this.selectWholeSet(piece);
    else this.#enter(piece, press.does === "place_before");
  }

  #newSet(): void {
    const draft = this.at.draft();
    if (!this.at.movable() || draft.selected.length === 0) return;
    const next = this.#nextOnRack();
    this.at.put(draft.selected, { to: "new" }, null);
    const made = draft.now.table.at(-1);
    if (made) this.at.say(this.at.words().set(kindsOf(made.pieces)));
    // unless that was the end of it, and something else has the focus now
    if (next !== null && this.at.movable()) this.#focus(next);
  }

  /** The tile of the rack behind the chosen ones, where the next choice most likely is. */
  #nextOnRack(): number | null {
    const { now, selected } = this.at.draft();
    const rack = rackPieces(now);
    const last = rack.findLastIndex((piece) => selected.includes(piece.id));
    const rest = [...rack.slice(last + 1), ...rack.slice(0, last + 1)].filter((piece) => !selected.includes(piece.id));
    return rest[0]?.id ?? null;
  }

  #takeBack(piece: number | null): void {
    const draft = this.at.draft();
    const ids = draft.selected.length > 0 ? draft.selected : piece !== null ? [piece] : [];
    if (ids.length > 0) this.at.put(ids, { to: "rack", slot: endOfRack(draft.now.rack) }, null);
  }

  #enter(piece: number, exactly: boolean): void {
    const draft = this.at.draft();
    if (draft.selected.length === 0 || draft.selected.includes(piece)) return this.#toggle(piece);
    const home = homeOf(draft.now, piece);
    if (!exactly || home?.on !== "meld") return this.#putAt(piece);
    this.at.put(draft.selected, { to: "meld", meld: home.meld, index: home.index }, null);
    this.#sayMeldAt(piece);
  }

  #sayMeldAt(piece: number): void {
    const { now } = this.at.draft();
    const home = homeOf(now, piece);
    const meld = home?.on === "meld" ? meldOf(now, home.meld) : undefined;
    if (meld) this.at.say(this.at.words().set(kindsOf(meld.pieces)));
  }

  #walk(direction: Direction): void {
    const all = [...(this.at.root()?.querySelectorAll<HTMLElement>("[data-piece]") ?? [])];
    const from = all.find((element) => Number(element.dataset.piece) === this.current);
    if (!from) return;
    const boxes = all.map((element) => element.getBoundingClientRect());
    const found = step(from.getBoundingClientRect(), boxes, direction);
    const next = found >= 0 ? all[found] : inReadingOrder(all, boxes, from, direction);
    if (next) this.#focus(Number(next.dataset.piece));
  }

  #focus(piece: number): void {
    this.#wanted = piece;
    void tick().then(() => this.focusCurrent());
  }

  focusCurrent(): void {
    this.at.root()?.querySelector<HTMLElement>(`[data-piece="${this.current}"]`)?.focus({ preventScroll: false });
  }
}

/** At the end of a row, left and right go on in the next one. */
function inReadingOrder(all: HTMLElement[], boxes: DOMRect[], from: HTMLElement, direction: Direction): HTMLElement | undefined {
  if (direction === "up" || direction === "down") return undefined;
  const order = all.map((element, index) => ({ element, box: boxes[index]! })).sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
  const place = order.findIndex(({ element }) => element === from);
  return order[place + (direction === "right" ? 1 : -1)]?.element;
}

function pieceOf(target: EventTarget | null): number | null {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-piece]") : null;
  return element ? Number(element.dataset.piece) : null;
}
