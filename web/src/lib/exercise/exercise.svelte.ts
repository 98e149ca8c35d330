// A position to be solved on the board: what is moved, what is wrong with it, hints, and when it is solved. The page's
// own rules judge it; no server is asked.

import { t } from "../../i18n/index.svelte";
import type { Wish } from "../board/keys";
import { faultText, tilesText } from "../board-words";
import { bagOf, without } from "../draft/bag";
import { isValid } from "../draft/checker";
import { Draft } from "../draft/draft.svelte";
import type { PlayProblem, Standing } from "../draft/judge";
import { notIn } from "../draft/joker-sets";
import { kindsOf, meldOf, tableKinds } from "../draft/layout";
import { replanned, resetTo } from "../draft/merging";
import { readKinds, readTable } from "../draft/tiles";
import { Marks } from "../game/marks.svelte";
import { type TableRules, tableRules } from "../game/rules";
import { say } from "../live.svelte";
import { problemText } from "../problems";
import { EDITIONS } from "../rules/editions";
import { play as ring } from "../sound";
import { type Goal, judged, type Lack } from "./goals";

export interface Task {
  /** An edition, with what is changed in it. */
  readonly rules: string;
  readonly table: string;
  readonly rack: string;
  readonly opened: boolean;
  /** How the table lies when somebody has begun already. */
  readonly draft?: string;
  readonly goal: Goal;
  /** A table that solves it; none where the answer is to draw. */
  readonly solution: string | null;
}

export interface Notice {
  readonly kind: "bad" | "hint";
  readonly text: string;
}

/** Which tiles, which sets, the whole play. */
export type Strength = 1 | 2 | 3;

export class Exercise {
  readonly draft = new Draft();
  readonly marks = new Marks();
  readonly rules: TableRules;
  notice = $state.raw<Notice | null>(null);
  solved = $state(false);
  /** The strongest hint that was taken. */
  hinted = $state<0 | Strength>(0);
  keys = $state(false);

  constructor(
    readonly task: Task,
    private readonly onsolved: () => void = () => {},
  ) {
    this.rules = tableRules(task.rules, EDITIONS);
    this.draft.begin({ table: readTable(task.table), rack: readKinds(task.rack) });
    if (task.draft) this.draft.replan(readTable(task.draft));
  }

  get #standing(): Standing {
    const { table, rack, opened } = this.task;
    return { rules: this.rules, table: readTable(table), rack: readKinds(rack), opened };
  }

  get #verdict() {
    return judged(this.#standing, this.task.goal, this.rules.jokerPenalty, tableKinds(this.draft.now));
  }

  /** Something was moved by hand. */
  moved(): void {
    this.dismiss();
    if (!this.solved && this.draft.laid > 0 && this.#verdict.is === "solved") this.#solve();
  }

  #solve(): void {
    this.solved = true;
    this.draft.select([]);
    ring("win");
    this.onsolved();
  }

  dismiss(): void {
    this.notice = null;
    this.marks.clear();
  }

  #tell(kind: Notice["kind"], text: string): void {
    this.notice = { kind, text };
    say(text);
  }

  wish(wish: Wish): void {
    if (wish === "help") this.keys = true;
    else if (this.solved) return;
    else if (wish === "end") this.end();
    else if (wish === "draw") this.draw();
    else if (wish === "hint") this.hint(Math.min(3, this.hinted + 1) as Strength);
    else this.#change(wish);
  }

  #change(wish: Wish): void {
    if (wish === "undo") this.draft.undo();
    else if (wish === "redo") this.draft.redo();
    else if (wish === "reset") this.draft.reset();
    else if (wish === "777" || wish === "789") this.draft.sort(wish);
    else return;
    this.moved();
  }

  /** The turn is to end so: it is solved, or it is said what is missing. */
  end(): void {
    if (this.solved) return;
    this.dismiss();
    const verdict = this.#verdict;
    if (verdict.is === "solved") return this.#solve();
    ring("refusal");
    if (verdict.is === "lacking") return this.#tell("hint", lackText(verdict.lack));
    this.#refuse(verdict.problem);
  }

  #refuse(problem: PlayProblem): void {
    const meld = problem.meld === null ? undefined : this.draft.now.table[problem.meld];
    if (problem.code === "invalid_set" && meld) return this.explainSet(meld.id);
    this.#tell("bad", problemText(problem));
  }

  /** What is wrong with this set. */
  explainSet(id: number): void {
    const meld = meldOf(this.draft.now, id);
    if (!meld || isValid(kindsOf(meld.pieces))) return;
    this.marks.point([id]);
    this.#tell("bad", faultText(kindsOf(meld.pieces)));
  }

  refuseTableTile(): void {
    this.#tell("bad", t("problem.table_tile_taken"));
  }

  draw(): void {
    if (this.solved) return;
    this.dismiss();
    if (this.task.goal.kind !== "draw") return this.#tell("hint", t("exercise.no_draw"));
    if (this.draft.touched) return this.#tell("hint", t("exercise.draw_clean"));
    this.#solve();
  }

  /** 1 marks the tiles to lay, 2 the sets that change too, 3 lays it all. */
  hint(strength: Strength): void {
    if (this.solved) return;
    this.dismiss();
    this.hinted = Math.max(this.hinted, strength) as Strength;
    const { solution, table } = this.task;
    if (solution === null) return this.#tell("hint", t("exercise.hint.draw"));
    if (strength === 3) return this.#lay(solution);
    const after = readTable(solution);
    const before = readTable(table);
    const laid = [...without(bagOf(after.flat()), bagOf(before.flat()))].flatMap(([kind, n]) => Array<string>(n).fill(kind));
    const gone = notIn(before, after);
    const sets = strength === 2 ? before.flatMap((meld, index) => (gone.includes(meld) ? [index] : [])) : [];
    this.marks.hint({ tiles: laid.join(" "), sets, table: null, steps: null }, this.draft.base, this.draft.now);
    const which = strength === 1 || sets.length === 0 ? "exercise.hint.tiles" : "exercise.hint.sets";
    this.#tell("hint", t(which, { list: tilesText(laid), n: sets.length }));
  }

  #lay(solution: string): void {
    const { draft } = this;
    if (!replanned(resetTo(draft.base, draft.now), readTable(solution))) return;
    draft.reset();
    draft.replan(readTable(solution));
    this.moved();
  }
}

function lackText(lack: Lack): string {
  if (lack.lacks === "tiles") return t("exercise.lacks.tiles", { n: lack.n });
  if (lack.lacks === "kept") return t("exercise.lacks.kept", { list: tilesText(lack.tiles) });
  if (lack.lacks === "points") return t("exercise.lacks.points", { points: lack.points, most: lack.most });
  return t("exercise.lacks.draw");
}
