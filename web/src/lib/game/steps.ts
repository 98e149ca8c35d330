// What a step does to a table: sets have numbers, and what belongs to none of them is in the hand.

import { type Kind, readKinds } from "../draft/tiles";
import type { Step } from "./wire";

export interface Heap {
  sets: Map<number, Kind[]>;
  hand: Kind[];
}

export const heapOf = (table: readonly (readonly Kind[])[]): Heap => ({
  sets: new Map(table.map((meld, index) => [index, [...meld]])),
  hand: [],
});

/** The sets after all of the steps. */
export function tableAfter(table: readonly (readonly Kind[])[], steps: readonly Step[]): Kind[][] {
  const heap = heapOf(table);
  for (const step of steps) carryOut(heap, step);
  return [...heap.sets.values()];
}

export function carryOut(heap: Heap, step: Step): void {
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
