// A player, or somebody who watches, in front of a table: what happens there is told, what is wished there is done.

import { list, maybe, t } from "../../i18n/index.svelte";
import { post } from "../../lib/api";
import type { Wish } from "../../lib/board/keys";
import { say } from "../../lib/board/live.svelte";
import { tileName } from "../../lib/board/naming";
import { replanned, resetTo } from "../../lib/draft/merging";
import { readKinds, readTable } from "../../lib/draft/tiles";
import { isFresh, lastPlay, REDEAL } from "../../lib/game/events";
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
import { startText } from "./start";

export interface Notice {
  readonly kind: "bad" | "hint";
  readonly text: string;
  /** Shown above the table, because what it points at lies in the lower half. */
  readonly above?: boolean;
  /** Whether a hint would help. */
  readonly hint?: boolean;
}

/** How long everybody sees the call of the last tile, and at least what was drawn for the start. */
const CALL_MS = 2600;
const DRAW_MS = 7000;

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
  /** Whether it is shown who drew what for the start. */
  draws = $state(false);
  /** Who calls, because the last tile of the own rack is laid. */
  caller = $state<number | null>(null);
  /** Whether the offer of a new deal was turned down. */
  keepsDeal = $state(false);
  /** The turn in which another player's draft was last seen. */
  watched = -1;
  #drawn: ReturnType<typeof setTimeout> | undefined;
  #called: ReturnType<typeof setTimeout> | undefined;
  #drawnAt = 0;

  constructor(private readonly game: Game) {
    const { phase, position } = this.#view;
    this.result = phase !== "playing";
    if (phase === "playing" && position && isFresh(position)) this.#showDraws();
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
    if (this.draws && !this.game.myTurn) say(this.#saidOfDraws());
    this.game.onlooker = { event: (event, before) => this.#happened(event, before), refused: (trouble, sent) => this.#refused(trouble, sent) };
    return () => {
      this.game.onlooker = {};
      this.replay.close();
      clearTimeout(this.#drawn);
      clearTimeout(this.#called);
    };
  }

  yourTurn(): void {
    this.game.draftChanged(); // what was planned meanwhile is a draft from now on, and the others may see it
    ring("turn");
    say(this.#saidOfDraws(t("said.your_turn")));
    void notify(t("said.your_turn"), t("said.come"), `turn-${this.#view.id}`);
  }

  hurry(): void {
    ring("hurry");
    say(t("said.hurry"));
  }

  #happened(event: GameEvent, before: GameView): void {
    if (event.type === "moved" || event.type === "dealt") this.dismiss();
    if (event.type === "moved") this.#moved(event, before);
    if (event.type === "dealt") this.#dealt();
    if (event.type !== "is_ready" && this.caller === null) this.#showResult();
  }

  #showResult(): void {
    this.result = this.#view.phase === "between" || this.#view.phase === "over";
  }

  #dealt(): void {
    this.replay.close();
    this.keepsDeal = false;
    this.endCall();
    this.#showDraws();
    if (!this.game.myTurn) say(this.#saidOfDraws());
  }

  /** Who drew what for the start: shown until the board is touched, and not much longer than the first turn takes. */
  #showDraws(): void {
    if (this.#view.start_draws.length === 0) return;
    this.draws = true;
    this.#drawnAt = performance.now();
    clearTimeout(this.#drawn);
  }

  /** What is heard while the draw for the start is shown. */
  #saidOfDraws(then = ""): string {
    return this.draws ? `${startText(this.#view, (seat) => this.name(seat))} ${then}` : then;
  }

  hideDraws(): void {
    clearTimeout(this.#drawn);
    this.draws = false;
  }

  /** The last tile is laid: that is called, then the result is shown. */
  #call(seat: number): void {
    this.caller = seat;
    ring("call");
    this.#called = setTimeout(() => this.endCall(), CALL_MS);
  }

  endCall(): void {
    clearTimeout(this.#called);
    if (this.caller === null) return;
    this.caller = null;
    this.#showResult();
    if (this.#view.position?.outcome?.winners.includes(this.game.you ?? -1)) ring("win");
  }

  #redealt({ seat }: Moved): void {
    const text = t(seat === this.game.you ? "said.redeal_you" : "said.redeal", { who: this.name(seat) });
    this.replay.close();
    this.keepsDeal = false;
    this.notice = { kind: "hint", text };
    say(text);
  }

  redeal(): void {
    if (this.#mayMove) this.game.redeal();
  }

  #moved(event: Moved, before: GameView): void {
    if (event.move === REDEAL) return this.#redealt(event);
    const { draft, you } = this.game;
    const who = this.name(event.seat);
    const out = event.position.outcome?.ended === "rack_empty";
    clearTimeout(this.#drawn);
    if (this.draws) this.#drawn = setTimeout(() => this.hideDraws(), this.#drawnAt + DRAW_MS - performance.now());
    if (event.by === "clock") this.notice = { kind: "hint", text: t(event.seat === you ? "said.timeout_you" : "said.timeout", { who, n: event.drawn }) };
    if (out) this.#call(event.seat);
    else if (event.position.outcome?.winners.includes(you ?? -1)) ring("win");
    const play = lastPlay(before, event);
    if (!play) return say(t(event.drawn > 0 ? "said.drew" : "said.passed", { who, n: event.drawn }));
    ring("lay");
    const laid = laidIn(play, draft.base);
    const kinds = draft.base.table.flatMap((meld) => meld.pieces.filter((piece) => laid.includes(piece.id)).map((piece) => tileName(piece.kind)));
    say(`${t("said.laid", { who, list: list(kinds) })}${out ? `. ${t("said.call", { who })}` : ""}`);
    const busy = this.pressed || draft.touched || draft.selected.length > 0;
    const seen = event.seat === you || this.watched === before.position?.turns || busy;
    if (!seen && settings.pace !== "instant" && event.phase === "playing") void this.replay.show(play, draft.base, false);
  }

  #refused(trouble: Trouble, sent: readonly number[]): void {
    ring("refusal");
    const { draft } = this.game;
    if (trouble.problem) this.marks.refuse(trouble.problem, sent, draft.base, draft.now);
    const told = () => maybe(`trouble.${trouble.code}`) ?? t("trouble.other", { message: trouble.message });
    this.notice = { kind: "bad", text: trouble.problem ? problemText(trouble.problem) : told(), above: liesLow([...this.marks.melds.keys()][0]), hint: trouble.problem?.code === "must_play" };
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
    this.hideDraws();
    this.pressed = true;
    const release = () => (this.pressed = false);
    addEventListener("pointerup", release, { once: true });
    addEventListener("pointercancel", release, { once: true });
  }

  /** Something was moved by hand. */
  moved(): void {
    this.dismiss();
    this.hideDraws();
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
    const text = hint.tiles === null ? t((this.#view.position?.pool ?? 0) > 0 ? "hint.none" : "hint.none_pass") : strength === 3 && this.#laid(hint.table) ? t("hint.laid") : this.#pointed(hint, hint.tiles);
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
