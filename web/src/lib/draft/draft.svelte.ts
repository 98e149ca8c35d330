// The draft of a turn as the board shows it: what the server knows, how the player has it, what is selected.

import { bestPlace, inOrder, longestSetWith } from "./arranging";
import { standsFor } from "./checker";
import { done, type History, redone, started, undone } from "./history";
import { homeOf, isOwn, kindsOf, type Layout, type Meld, meldOf, type Piece, piecesOf, rackPieces, sameArrangement, tableKinds, toJokersPlace, toMeld, toNewMeld, toRack } from "./layout";
import { laidOut, merged, type Position, replanned, resetTo } from "./merging";
import { sorted, type Sorting } from "./sorting";
import { isJoker, type Kind, writeTable } from "./tiles";

export type Target =
  | { readonly to: "new" }
  | { readonly to: "meld"; readonly meld: number; readonly index: number }
  | { readonly to: "joker"; readonly meld: number; readonly index: number }
  | { readonly to: "rack"; readonly slot: number };

const EMPTY: Layout = { rack: [], table: [], next: 1 };

export class Draft {
  /** How everything lies as far as the server knows. */
  base = $state.raw<Layout>(EMPTY);
  /** The pieces that are chosen, in the order in which they were chosen. */
  selected = $state.raw<readonly number[]>([]);
  /** Pieces that came to the rack last; they are known as such until the player has had another turn. */
  drawn = $state.raw<readonly number[]>([]);
  /** The order that the player chose for the rack; it is kept until tiles are put there by hand. */
  sorting = $state<Sorting | null>(null);
  /** The slot in which every own piece stood last. */
  #slots = new Map<number, number>();
  #history = $state.raw<History<Layout>>(started(EMPTY));
  #begun = false;

  get now(): Layout {
    return this.#history.now;
  }

  get canUndo(): boolean {
    return this.#history.past.length > 0;
  }

  get canRedo(): boolean {
    return this.#history.future.length > 0;
  }

  /** Whether the table lies otherwise than the server has it. */
  get touched(): boolean {
    return writeTable(tableKinds(this.now)) !== writeTable(tableKinds(this.base));
  }

  /** How many own tiles lie on the table. */
  get laid(): number {
    return this.now.table.reduce((sum, meld) => sum + meld.pieces.filter(isOwn).length, 0);
  }

  /** How many tiles the player holds, those that lie on the table for now too. */
  get held(): number {
    return rackPieces(this.now).length + this.laid;
  }

  get tableText(): string {
    return writeTable(tableKinds(this.now));
  }

  /** Take over what the server says; the first time, the rack stands in the order that was kept. */
  follow(position: Position, order: readonly (Kind | null)[] = []): void {
    if (!this.#begun) {
      this.begin(position, order);
      return;
    }
    if (this.#isKnown(position)) return;
    const next = merged(this.base, this.now, position);
    const played = position.rack.length < rackPieces(this.base).length;
    this.drawn = next.drawn.length > 0 ? next.drawn : played ? [] : this.drawn;
    this.base = next.base;
    this.#history = started(this.sorting && next.drawn.length > 0 ? sorted(next.now, this.sorting) : next.now);
    this.#remember();
    this.#forgetGone();
  }

  #remember(): void {
    this.now.rack.forEach((piece, slot) => piece && this.#slots.set(piece.id, slot));
  }

  #do(layout: Layout): void {
    this.#history = done(this.#history, layout);
    this.#remember();
  }

  /** Whether the server says what it said before: then nothing moves, and undo goes on. */
  #isKnown(position: Position): boolean {
    const rack = kindsOf(rackPieces(this.base)).sort().join();
    return writeTable(position.table) === writeTable(tableKinds(this.base)) && [...position.rack].sort().join() === rack;
  }

  begin(position: Position, order: readonly (Kind | null)[] = []): void {
    this.#begun = true;
    this.base = laidOut(position, order);
    this.drawn = [];
    this.selected = [];
    this.#slots.clear();
    this.#history = started(this.sorting ? sorted(this.base, this.sorting) : this.base);
    this.#remember();
  }

  /** The rack in another order, as another tab of the player has it. */
  arrange(order: readonly (Kind | null)[]): void {
    const left = this.now.rack.filter((piece) => piece !== null);
    const rack: (Piece | null)[] = order.map((kind) => {
      const index = left.findIndex((piece) => piece.kind === kind);
      return index < 0 ? null : left.splice(index, 1)[0]!;
    });
    this.#history = { ...this.#history, now: { ...this.now, rack: [...rack, ...left] } };
    this.#remember();
  }

  /** Lay a table that was planned before a reload. */
  replan(table: readonly (readonly Kind[])[]): void {
    const layout = replanned(this.now, table);
    if (layout && !sameArrangement(layout, this.now)) this.#do(layout);
  }

  toggle(id: number): void {
    const chosen = this.selected.includes(id);
    this.selected = chosen ? this.selected.filter((other) => other !== id) : [...this.selected, id];
  }

  select(ids: readonly number[]): void {
    this.selected = ids;
  }

  /** Choose the set that the piece lies in; on the rack the longest that can be made with it. */
  selectMeldOf(id: number): void {
    const home = homeOf(this.now, id);
    const piece = piecesOf(this.now, [id])[0];
    const pieces = home?.on === "meld" ? meldOf(this.now, home.meld)!.pieces : piece ? longestSetWith(piece, rackPieces(this.now)) : [];
    this.selected = pieces.map((one) => one.id);
  }

  /** The set in which the pieces would lie if they were put there; empty on the rack. */
  outcomeOf(ids: readonly number[], target: Target): readonly Piece[] {
    const layout = target.to === "rack" ? null : this.#placed(this.inHand(ids), target);
    return layout?.table.find((meld) => meld.pieces.some((piece) => piece.id === ids[0]))?.pieces ?? [];
  }

  /** What a tap or Enter on this piece asks for, with the selection in the hand. */
  targetAt(id: number): Target | null {
    const home = homeOf(this.now, id);
    if (!home) return null;
    if (home.on === "rack") return { to: "rack", slot: home.slot };
    if (this.#fitsJoker(home.meld, home.index)) return { to: "joker", meld: home.meld, index: home.index };
    const meld = meldOf(this.now, home.meld)!;
    const hand = this.inHand(this.selected);
    const rest = meld.pieces.filter((piece) => !hand.includes(piece));
    const place = bestPlace(rest, hand, home.index);
    const behind = rest[place];
    return { to: "meld", meld: home.meld, index: behind ? meld.pieces.indexOf(behind) : meld.pieces.length };
  }

  #fitsJoker(meld: number, index: number): boolean {
    const [piece, ...more] = piecesOf(this.now, this.selected);
    return piece !== undefined && more.length === 0 && this.fitsJoker(piece, meld, index);
  }

  /** Whether this piece is what the joker at that place stands for. */
  fitsJoker(piece: Piece, meld: number, index: number): boolean {
    const pieces = meldOf(this.now, meld)?.pieces ?? [];
    const there = pieces[index];
    return there !== undefined && isJoker(there.kind) && standsFor(kindsOf(pieces), index).includes(piece.kind);
  }

  /** The set that these pieces are, all of it and nothing else. */
  wholeMeld(ids: readonly number[]): Meld | null {
    const home = ids[0] === undefined ? null : homeOf(this.now, ids[0]);
    const meld = home?.on === "meld" ? meldOf(this.now, home.meld) : undefined;
    return meld && meld.pieces.length === ids.length && meld.pieces.every((piece) => ids.includes(piece.id)) ? meld : null;
  }

  /** The pieces as they will be laid. */
  inHand(ids: readonly number[]): readonly Piece[] {
    return inOrder(piecesOf(this.now, ids));
  }

  accepts(ids: readonly number[], target: Target): boolean {
    return target.to !== "rack" || piecesOf(this.now, ids).every(isOwn);
  }

  /** Put pieces somewhere; false if they may not go there. A freed joker is in the hand afterwards. */
  place(ids: readonly number[], target: Target): boolean {
    const next = this.#placed(this.inHand(ids), target);
    if (!next) return false;
    this.selected = target.to === "joker" ? next.table.at(-1)!.pieces.map((piece) => piece.id) : [];
    if (target.to === "rack") this.sorting = null;
    if (!sameArrangement(next, this.now)) this.#do(next);
    return true;
  }

  #placed(pieces: readonly Piece[], target: Target): Layout | null {
    switch (target.to) {
      case "new":
        return toNewMeld(this.now, pieces);
      case "meld":
        return toMeld(this.now, pieces, target.meld, target.index);
      case "joker":
        return toJokersPlace(this.now, pieces[0]!, target.meld, target.index);
      case "rack":
        return toRack(this.now, pieces, target.slot);
    }
  }

  undo(): void {
    this.#history = undone(this.#history);
    this.#forgetGone();
  }

  redo(): void {
    this.#history = redone(this.#history);
  }

  /** Everything back: each tile to the slot that it was taken from. */
  reset(): void {
    const rack: (Piece | null)[] = [];
    for (const piece of rackPieces(this.base)) {
      const slot = this.#slots.get(piece.id);
      if (slot !== undefined) rack[slot] = piece;
    }
    const layout = resetTo({ ...this.base, rack: Array.from(rack, (piece) => piece ?? null) }, this.now);
    if (layout !== this.now) this.#do(layout);
    this.selected = [];
  }

  sort(way: Sorting): void {
    this.sorting = way;
    this.#do(sorted(this.now, way));
  }

  #forgetGone(): void {
    this.selected = this.selected.filter((id) => homeOf(this.now, id) !== null);
  }
}
