// A player, or somebody who watches, in front of a table: what happens there is told, what is wished there is done.

import { list, maybe, t } from "../../i18n/index.svelte";
import { post } from "../../lib/api";
import type { Wish } from "../../lib/board/keys";
import { say } from "../../lib/board/live.svelte";
import { tileName } from "../../lib/board/naming";
import { replanned, resetTo } from "../../lib/draft/merging";
import { readKinds, readTable } from "../../lib/draft/tiles";
import { lastPlay } from "../../lib/game/events";
import type { Game } from "../../lib/game/game.svelte";
import { Marks } from "../../lib/game/marks.svelte";
import { Replay } from "../../lib/game/replay.svelte";
import { laidIn } from "../../lib/game/watching";
import type { GameEvent, GameView, HintView, Trouble } from "../../lib/game/wire";
import { notify } from "../../lib/notify";
import { settings } from "../../lib/settings.svelte";
import { play as ring } from "../../lib/sound";
import { troubleText } from "../../lib/trouble";
import { seatName } from "./names";
import { problemText } from "./problems";

export interface Notice {
  readonly kind: "bad" | "hint";
  readonly text: string;
  /** Shown above the table, because what it points at lies in the lower half. */
  readonly above?: boolean;
}

type Strength = 1 | 2 | 3;
type Moved = GameEvent & { type: "moved" };

export class Sitting {
  readonly marks = new Marks();
  readonly replay = new Replay();
  notice = $state.raw<Notice | null>(null);
  /** Whether the result of the round lies over the table. */
  result = $state(false);
  /** Whether the list of keys does. */
  keys = $state(false);
  /** A finger or a button is down on the board. */
  pressed = $state(false);
  /** The turn in which another player's draft was last seen. */
  watched = -1;

  constructor(private readonly game: Game) {
    this.result = game.view?.phase !== "playing";
  }

  get #view(): GameView {
    return this.game.view!;
  }

  name(seat: number): string {
    const there = this.#view.seats[seat];
    return seat === this.game.you ? t("play.you") : there ? seatName(there) : "";
  }

  /** Listen to the game until the page is left. */
  listen(): () => void {
    this.game.onlooker = { event: (event, before) => this.#happened(event, before), refused: (trouble, sent) => this.#refused(trouble, sent) };
    return () => {
      this.game.onlooker = {};
      this.replay.close();
    };
  }

  yourTurn(): void {
    this.game.draftChanged(); // what was planned meanwhile is a draft from now on, and the others may see it
    ring("turn");
    say(t("said.your_turn"));
    void notify(t("said.your_turn"), t("said.come"), `turn-${this.#view.id}`);
  }

  hurry(): void {
    ring("hurry");
    say(t("said.hurry"));
  }

  #happened(event: GameEvent, before: GameView): void {
    if (event.type === "moved" || event.type === "dealt") this.dismiss();
    if (event.type === "moved") this.#moved(event, before);
    if (event.type === "dealt") this.replay.close();
    if (event.type !== "is_ready") this.result = this.#view.phase === "between" || this.#view.phase === "over";
  }

  #moved(event: Moved, before: GameView): void {
    const { draft, you } = this.game;
    const who = this.name(event.seat);
    if (event.by === "clock") this.notice = { kind: "hint", text: t(event.seat === you ? "said.timeout_you" : "said.timeout", { who, n: event.drawn }) };
    if (event.position.outcome?.winners.includes(you ?? -1)) ring("win");
    const play = lastPlay(before, event);
    if (!play) return say(t(event.drawn > 0 ? "said.drew" : "said.passed", { who, n: event.drawn }));
    ring("lay");
    const laid = laidIn(play, draft.base);
    const kinds = draft.base.table.flatMap((meld) => meld.pieces.filter((piece) => laid.includes(piece.id)).map((piece) => tileName(piece.kind)));
    say(t("said.laid", { who, list: list(kinds) }));
    const busy = this.pressed || draft.touched || draft.selected.length > 0;
    const seen = event.seat === you || this.watched === before.position?.turns || busy;
    if (!seen && settings.pace !== "instant" && event.phase === "playing") void this.replay.show(play, draft.base, false);
  }

  #refused(trouble: Trouble, sent: readonly number[]): void {
    ring("refusal");
    const { draft } = this.game;
    if (trouble.problem) this.marks.refuse(trouble.problem, sent, draft.base, draft.now);
    const told = () => maybe(`trouble.${trouble.code}`) ?? t("trouble.other", { message: trouble.message });
    this.notice = { kind: "bad", text: trouble.problem ? problemText(trouble.problem) : told(), above: liesLow([...this.marks.melds.keys()][0]) };
  }

  refuseTableTile(): void {
    this.notice = { kind: "bad", text: t("problem.table_tile_taken") };
  }

  dismiss(): void {
    this.notice = null;
    this.marks.clear();
  }

  /** A press on the board: whoever moves tiles wants to see the own ones. */
  touch(): void {
    if (!this.replay.asked) this.replay.close();
    this.pressed = true;
    const release = () => (this.pressed = false);
    addEventListener("pointerup", release, { once: true });
    addEventListener("pointercancel", release, { once: true });
  }

  /** Something was moved by hand. */
  moved(): void {
    this.dismiss();
    this.replay.close();
    this.game.draftChanged();
  }

  wish(wish: Wish): void {
    if (wish === "help") this.keys = true;
    else if (wish === "replay") this.again();
    else if (wish === "end") this.end();
    else if (wish === "draw") this.draw();
    else if (wish === "hint") void this.hint(1);
    else if (this.game.you !== null) this.#change(wish);
  }

  #change(wish: "undo" | "redo" | "reset" | "777" | "789"): void {
    const { draft } = this.game;
    if (wish === "undo") draft.undo();
    else if (wish === "redo") draft.redo();
    else if (wish === "reset") draft.reset();
    else draft.sort(wish);
    this.moved();
  }

  get #mayMove(): boolean {
    return this.game.myTurn && this.game.sending === null;
  }

  end(): void {
    if (!this.#mayMove || this.game.draft.laid === 0) return;
    this.replay.close();
    this.game.play();
  }

  draw(): void {
    if (!this.#mayMove) return;
    this.game.draft.reset();
    this.game.giveUp();
  }

  again(): void {
    if (this.#view.last) void this.replay.show(this.#view.last, this.game.draft.base, true);
  }

  async hint(strength: Strength): Promise<void> {
    if (!this.game.myTurn || !this.#view.settings.hints) return;
    try {
      this.#show(await post<HintView>(`/games/${this.#view.id}/hint`, { strength }), strength);
    } catch (error) {
      this.notice = { kind: "bad", text: troubleText(error) };
    }
  }

  #show(hint: HintView, strength: Strength): void {
    this.game.draft.reset();
    const text = hint.tiles === null ? t("hint.none") : strength === 3 && this.#laid(hint.table) ? t("hint.laid") : this.#pointed(hint, hint.tiles);
    this.notice = { kind: "hint", text };
    say(text);
  }

  #pointed(hint: HintView, tiles: string): string {
    const { draft } = this.game;
    this.marks.hint(hint, draft.base, draft.now);
    return t("hint.tiles", { list: list(readKinds(tiles).map((kind) => tileName(kind))) });
  }

  /** Lay the whole play as a draft, which can be undone like any other. */
  #laid(table: string | null): boolean {
    const { draft } = this.game;
    if (table === null || !replanned(resetTo(draft.base, draft.now), readTable(table))) return false;
    draft.replan(readTable(table));
    this.game.draftChanged();
    return true;
  }
}

function liesLow(meld: number | undefined): boolean {
  const box = document.querySelector(`[data-meld="${meld}"]`)?.getBoundingClientRect();
  const table = document.querySelector("[data-zone=table]")?.getBoundingClientRect();
  return box !== undefined && table !== undefined && box.bottom > table.top + table.height / 2;
}
