// Somebody in front of a puzzle: tiles are moved, hints asked for, the solution found or looked at.

import { t } from "../../i18n/index.svelte";
import type { Wish } from "../board/keys";
import { faultText } from "../board-words";
import { isValid } from "../draft/checker";
import { Draft } from "../draft/draft.svelte";
import { kindsOf, type Layout, meldOf, tableKinds } from "../draft/layout";
import { replanned } from "../draft/merging";
import { openingPoints } from "../draft/opening";
import { writeTable } from "../draft/tiles";
import { Marks } from "../game/marks.svelte";
import { Replay } from "../game/replay.svelte";
import { say } from "../live.svelte";
import { play as ring } from "../sound";
import { dayOf, type Listed, numberOfTheDay } from "./collection";
import { hintsOf, type Strength } from "./hints";
import { keepProgress, type Progress, recallProgress, withScore, withSolution } from "./progress";
import { isSolvedBy, laidCount, type Puzzle, RULES } from "./puzzle";
import { hintText } from "./words";

export interface Notice {
  readonly kind: "bad" | "hint" | "good";
  readonly text: string;
  /** It asks whether to show the solution all the same. */
  readonly asks?: boolean;
}

export class Solving {
  readonly draft = new Draft();
  readonly marks = new Marks();
  readonly replay = new Replay();
  state = $state<"open" | "solved" | "shown">("open");
  notice = $state.raw<Notice | null>(null);
  /** The strongest hint that was given. */
  hinted = $state<0 | Strength>(0);
  keys = $state(false);
  progress = $state.raw<Progress>(recallProgress());
  /** How the rating has changed by this puzzle; null if it did not count. */
  gain = $state<number | null>(null);

  constructor(
    readonly puzzle: Puzzle,
    readonly listed: Listed,
  ) {
    this.draft.begin({ table: puzzle.table, rack: puzzle.rack });
  }

  get laid(): number {
    return laidCount(this.puzzle, tableKinds(this.draft.now));
  }

  get points(): number {
    return openingPoints(RULES, this.puzzle.table, tableKinds(this.draft.now));
  }

  get unfinished(): number {
    return tableKinds(this.draft.now).filter((kinds) => !isValid(kinds)).length;
  }

  /** What lies there while the solution is shown: the rack without the tiles that are laid by then. */
  get shown(): Layout | null {
    const layout = this.replay.frame?.layout;
    if (!layout) return null;
    const laid = new Set(layout.table.flatMap((meld) => meld.pieces.map((piece) => piece.id)));
    return { ...layout, rack: this.draft.base.rack.map((piece) => (piece && laid.has(piece.id) ? null : piece)) };
  }

  touch(): void {
    this.replay.close();
  }

  moved(): void {
    this.dismiss();
    this.replay.close();
    if (this.state === "open" && isSolvedBy(this.puzzle, tableKinds(this.draft.now))) this.#solved();
  }

  #solved(): void {
    const today = dayOf(Date.now());
    const day = numberOfTheDay(today) === this.puzzle.number ? today : null;
    this.state = "solved";
    this.#keep(withSolution(recallProgress(), this.listed, this.hinted, day));
    this.draft.select([]);
    ring("win");
    // heard after the name of the last set
    queueMicrotask(() => say(t("puzzle.solved")));
  }

  #keep(next: Progress): void {
    const before = recallProgress();
    const counts = !(this.puzzle.number in before.scores);
    this.gain = counts ? Math.round(next.rating.value) - Math.round(before.rating.value) : null;
    this.progress = next;
    keepProgress(next);
  }

  dismiss(): void {
    this.notice = null;
    this.marks.clear();
  }

  #tell(kind: Notice["kind"], text: string, asks = false): void {
    this.notice = { kind, text, asks };
    say(text);
  }

  hint(strength: Strength): void {
    if (this.state !== "open") return;
    this.replay.close();
    this.hinted = strength > this.hinted ? strength : this.hinted;
    const hint = hintsOf(this.puzzle)[strength - 1]!;
    const { base, now } = this.draft;
    const tiles = "tiles" in hint && typeof hint.tiles !== "number" ? hint.tiles.join(" ") : "";
    const sets = "sets" in hint && typeof hint.sets !== "number" ? [...hint.sets] : [];
    this.dismiss();
    this.marks.hint({ tiles, sets, table: null, steps: null }, base, now);
    this.#tell("hint", hintText(hint));
  }

  /** The solution, step by step; whoever has not found it is asked first, for then it counts as not solved. */
  solution(sure = false): void {
    if (this.state === "open" && !sure) return this.#tell("hint", t("puzzle.sure"), true);
    this.dismiss();
    if (this.state === "open") {
      this.state = "shown";
      this.#keep(withScore(recallProgress(), this.listed, 0));
    }
    this.draft.reset();
    const { puzzle, draft } = this;
    const final = replanned(draft.base, puzzle.solution);
    if (!final) return;
    const play = { seat: 0, before: writeTable(puzzle.table), after: writeTable(puzzle.solution) };
    this.replay.showNow({ play, final, steps: () => Promise.resolve(puzzle.steps) });
    this.replay.after(() => draft.replan(puzzle.solution));
  }

  refuseTableTile(): void {
    this.#tell("bad", t("problem.table_tile_taken"));
  }

  explainSet(id: number): void {
    const meld = meldOf(this.draft.now, id);
    if (!meld) return;
    this.marks.point([id]);
    this.#tell("bad", faultText(kindsOf(meld.pieces)));
  }

  wish(wish: Wish): void {
    if (wish === "help") this.keys = true;
    else if (wish === "hint") this.hint(Math.min(3, this.hinted + 1) as Strength);
    else if (wish === "replay") this.solution();
    else if (wish === "undo" || wish === "redo" || wish === "reset") this.#change(wish);
    else if (wish === "777" || wish === "789") this.draft.sort(wish);
  }

  #change(wish: "undo" | "redo" | "reset"): void {
    this.replay.close();
    this.draft[wish]();
    this.moved();
  }
}
