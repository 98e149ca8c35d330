// One sentence for a beginner: what could be laid, why a set is none, what drawing does. It knows the own rack and the
// table, nothing else, and says that something can be laid only where the rules agree.

import { bagOf } from "../draft/bag";
import { bestPoints, bestSingle } from "../draft/best";
import { isValid } from "../draft/checker";
import { playProblem, type PlayProblem, type Standing } from "../draft/judge";
import type { Kind } from "../draft/tiles";
import { additionTo, bestSets, byPoints, byTiles, simplyLaid } from "./finding";

type Meld = readonly Kind[];
type Table = readonly Meld[];

export type Advice =
  | { readonly says: "watch" | "drew" | "no_set" | "end" | "win" | "none" | "none_pass" | "unsure" }
  /** Nothing simple is there: somebody who sees more may be asked. */
  | { readonly says: "ask" }
  | { readonly says: "open"; readonly tiles: Meld; readonly points: number; readonly table: Table }
  | { readonly says: "open_short" | "more"; readonly points: number }
  | { readonly says: "lay" | "out"; readonly tiles: Meld; readonly table: Table }
  | { readonly says: "add"; readonly what: Kind; readonly where: Meld; readonly table: Table }
  | { readonly says: "rearrange"; readonly tiles: Meld }
  | { readonly says: "fault"; readonly tiles: Meld }
  | { readonly says: "problem"; readonly problem: PlayProblem };

/** What could be done before anything is touched; `pool` is how many tiles are left to draw. */
export function adviceAtFirst(standing: Standing, pool: number): Advice {
  return standing.opened ? toPlay(standing) : toOpen(standing, pool);
}

function toOpen(standing: Standing, pool: number): Advice {
  const { rules, table, rack } = standing;
  const bag = bagOf(rack);
  const most = rules.openingSets === "one" ? bestSingle(bag, rules.openingJoker) : bestPoints(bag, rules.openingJoker);
  if (most < rules.openingPoints && pool === 0) return { says: "none_pass" };
  if (most < rules.openingPoints) return most === 0 ? { says: "no_set" } : { says: "open_short", points: most };
  const sets = bestSets(rack, byPoints(rules.openingJoker));
  const after = [...table, ...sets];
  if (playProblem(standing, after) !== null) return { says: "ask" };
  return { says: "open", tiles: sets.flat(), points: sets.map(byPoints(rules.openingJoker)).reduce((sum, points) => sum + points, 0), table: after };
}

function toPlay(standing: Standing): Advice {
  const { table, rack } = standing;
  const legal = (after: Table): boolean => playProblem(standing, after) === null;
  const all = simplyLaid(table, rack);
  if (all.left.length === 0 && legal(all.table)) return { says: "out", tiles: rack, table: all.table };
  const [set] = bestSets(rack, byTiles);
  if (set && legal([...table, set])) return { says: "lay", tiles: set, table: [...table, set] };
  const more = additionTo(table, rack);
  const after = more ? table.with(more.meld, more.result) : table;
  return more && legal(after) ? { says: "add", what: more.what, where: table[more.meld]!, table: after } : { says: "ask" };
}

/** What is to be said about tiles that are being moved. */
export function adviceOnDraft(standing: Standing, draft: Table, left: number): Advice {
  const bad = draft.find((meld) => !isValid(meld));
  if (bad) return { says: "fault", tiles: bad };
  const problem = playProblem(standing, draft);
  if (!problem) return { says: left === 0 ? "win" : "end" };
  return problem.code === "opening_points" ? { says: "more", points: problem.points ?? 0 } : { says: "problem", problem };
}

/** What the solver answered: tiles that can be laid, or that none can; undefined where it did not answer. */
export function adviceAnswered(tiles: Meld | null | undefined, pool: number): Advice {
  if (tiles === undefined) return { says: "unsure" };
  if (tiles === null) return { says: pool > 0 ? "none" : "none_pass" };
  return { says: "rearrange", tiles };
}
