// What the jokers of a set stand for, place by place.

import { standsFor } from "../draft/checker";
import { isJoker, type Kind } from "../draft/tiles";

export function meaningsOf(meld: readonly Kind[]): readonly (readonly Kind[])[] {
  return meld.map((kind, index) => (isJoker(kind) ? standsFor(meld, index) : []));
}
