// A player, or somebody who watches, in front of a table: what happens there is told, what is wished there is done.

import { list, maybe, t } from "../../i18n/index.svelte";
import { ask, Unreachable } from "../../lib/api";
import type { Wish } from "../../lib/board/keys";
import { say } from "../../lib/live.svelte";
import { tileName } from "../../lib/naming";
import { isValid } from "../../lib/draft/checker";
import { kindsOf, type Meld, meldOf, piecesOf, tableKinds } from "../../lib/draft/layout";
import { replanned, resetTo } from "../../lib/draft/merging";
import { readKinds, readTable, writeTable } from "../../lib/draft/tiles";
import { isFresh, lastPlay, REDEAL } from "../../lib/game/events";
import type { Game } from "../../lib/game/game.svelte";
import { Marks } from "../../lib/game/marks.svelte";
import type { Turn } from "../../lib/game/log.svelte";
import { Replay, type Show, tableAfter } from "../../lib/game/replay.svelte";
import type { TableRules } from "../../lib/game/rules";
import { laidIn } from "../../lib/game/watching";
import type { GameEvent, GameView, HintView, LastPlay, Trouble } from "../../lib/game/wire";
import { faultText, tilesText } from "../../lib/board-words";
import { notify } from "../../lib/notify";
import { settings } from "../../lib/settings.svelte";
import { play as ring } from "../../lib/sound";
import { troubleText } from "../../lib/trouble";
import { shortName } from "./names";
import { problemText } from "../../lib/problems";
import { startText } from "./start";

export interface Notice {
  readonly kind: "bad" | "hint";
  readonly text: string;
  /** Whether a hint would help. */
  readonly hint?: boolean;
  /** It stays while others play, until it is seen. */
  readonly stays?: boolean;
  /** It asks whether to draw all the same. */
  readonly draw?: boolean;
  /** The server did not answer; the notice goes when it does. */
  readonly unreachable?: boolean;
}

/** How long everybody sees the call of the last tile, and at least what was drawn for the start. */
const CALL_MS = 2600;
const DRAW_MS = 7000;
/** How long the last play of a round is looked at. */
const PAUSE_MS = 1200;
/** How long the page waits until the server has said how a play was done. */
const STEPS_MS = 5000;

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
  /** The round is over, and its last play is still looked at. */
  #ending = false;

  constructor(
    private readonly game: Game,
    /** The rules of the table, which come later than the game. */
    private readonly rules: () => TableRules,
  ) {
    const { phase, position } = this.#view;
    this.result = phase !== "playing";
    if (phase === "playing" && position && isFresh(position)) this.#showDraws();
  }

  get #view(): GameView {
    return this.game.view!;
  }

  name(seat: number): string {
    const there = this.#view.seats[seat];
    return seat === this.game.you ? t("play.you") : there ? shortName(there) : "";
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
    if ((event.type === "moved" && !this.notice?.stays) || event.type === "dealt") this.dismiss();
    if (event.type === "moved") this.#moved(event, before);
    if (event.type === "dealt") this.#dealt();
    if (event.type !== "is_ready" && this.caller === null && !this.#ending) this.#showResult();
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
    this.#ending = false;
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
    const mine = event.seat === you;
    if (event.by === "clock") this.notice = { kind: "hint", text: t(mine ? "said.timeout_you" : "said.timeout", { who, n: event.drawn }), stays: mine };
    const play = lastPlay(before, event);
    if (mine && !event.position.has_drawn) this.marks.forgetTurns();
    this.#write(event, before, play);
    if (event.position.outcome) this.#end(event, out);
    if (this.game.hasDrawn) return say(this.drewText());
    if (!play) return say(t(event.drawn > 0 ? "said.drew" : "said.passed", { who, n: event.drawn }));
    ring("lay");
    const laid = laidIn(play, draft.base);
    if (!mine) this.marks.laid(event.seat, laid);
    const kinds = draft.base.table.flatMap((meld) => meld.pieces.filter((piece) => laid.includes(piece.id)).map((piece) => tileName(piece.kind)));
    say(`${t("said.laid", { who, list: list(kinds) })}${out ? `. ${t("said.call", { who })}` : ""}`);
    const busy = this.pressed || draft.touched || draft.selected.length > 0;
    const seen = mine || this.watched === before.position?.turns || busy;
    if (!seen && settings.pace !== "instant") this.replay.add(this.#showOf(play));
  }

  /** The end of a round is a moment: the last play is shown, then a pause, the call, the result. */
  #end(event: Moved, out: boolean): void {
    this.#ending = true;
    clearTimeout(this.#called);
    const wins = event.position.outcome?.winners.includes(this.game.you ?? -1) ?? false;
    const then = () => {
      this.#ending = false;
      if (out) return this.#call(event.seat);
      if (wins) ring("win");
      this.#showResult();
    };
    // the show of the last play begins within this very event
    queueMicrotask(() => this.replay.after(() => (this.#called = setTimeout(then, PAUSE_MS))));
  }

  /** Every turn is written down. */
  #write(event: Moved, before: GameView, play: LastPlay | null): void {
    const laid = play ? kindsOf(piecesOf(this.game.draft.base, laidIn(play, this.game.draft.base))).join(" ") : "";
    this.game.log.add({
      n: event.n,
      round: event.position.round,
      seat: event.seat,
      did: play ? "play" : event.drawn > 0 ? "draw" : "pass",
      drawn: event.drawn,
      late: event.by === "clock",
      before: play?.before ?? before.position?.table ?? "",
      after: event.position.table,
      laid,
      left: event.position.counts[event.seat] ?? 0,
      steps: null,
    });
  }

  #showOf(play: LastPlay): Show {
    const { log, draft } = this.game;
    return { play, final: tableAfter(play, draft.base), steps: () => log.stepsOf(play.n, STEPS_MS) };
  }

  /** Show a turn of the log again. */
  showTurn(turn: Turn): void {
    this.replay.showNow(this.#showOf(turn));
  }

  #refused(trouble: Trouble, sent: readonly number[]): void {
    ring("refusal");
    const { draft } = this.game;
    const bad = draft.now.table.filter((meld) => !isValid(kindsOf(meld.pieces)));
    if (trouble.problem?.code === "invalid_set" && bad.length > 0) return this.#explainSets(bad);
    if (trouble.problem) this.marks.refuse(trouble.problem, sent, draft.base, draft.now);
    const told = () => maybe(`trouble.${trouble.code}`) ?? t("trouble.other", { message: trouble.message });
    this.notice = { kind: "bad", text: trouble.problem ? problemText(trouble.problem) : told(), hint: trouble.problem?.code === "must_play" };
  }

  /** What is wrong with the first of these sets; all of them are marked. */
  #explainSets(bad: readonly Meld[]): void {
    this.marks.point(bad.map((meld) => meld.id));
    this.notice = { kind: "bad", text: faultText(kindsOf(bad[0]!.pieces)) };
  }

  refuseTableTile(): void {
    this.notice = { kind: "bad", text: t("problem.table_tile_taken") };
  }

  /** The mark of a set was pressed: what is wrong with it. */
  explainSet(id: number): void {
    const meld = meldOf(this.game.draft.now, id);
    if (meld) this.#explainSets([meld]);
  }

  dismiss(): void {
    this.notice = null;
    this.marks.clear();
  }

  /** A press on the board: whoever moves tiles wants to see the own ones. */
  touch(): void {
    this.replay.close();
    if (this.notice?.stays) this.dismiss();
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
    if (wish === "tidy") return;
    if (wish === "log") return void document.getElementById("log")?.togglePopover();
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
    return this.game.myTurn && this.game.sending === null && !this.game.socket.lost;
  }

  /** What was drawn in this turn, and what may be done now. */
  drewText(): string {
    const { draft } = this.game;
    return t("play.your_turn_drawn", { list: tilesText(piecesOf(draft.now, draft.drawn).map((piece) => piece.kind)) });
  }

  /** End the turn with what is laid; after a draw, also with nothing. */
  end(): void {
    if (!this.#mayMove || (this.game.draft.laid === 0 && !this.game.hasDrawn)) return;
    this.replay.close();
    if (this.game.draft.laid > 0) return this.game.play();
    this.game.draft.reset();
    this.game.giveUp();
  }

  /** Draw, or pass; if that would put laid tiles back, the player is asked first. */
  draw(sure = false): void {
    if (!this.#mayMove || this.game.hasDrawn) return;
    const { draft } = this.game;
    if (this.rules().playAfterDraw && this.#view.position!.pool > 0) {
      this.dismiss();
      return this.game.giveUp();
    }
    if (!sure && (draft.laid > 0 || draft.selected.length > 0)) {
      this.notice = { kind: "hint", text: t(draft.laid > 0 ? "ask.draw" : "ask.chosen"), draw: true };
      return;
    }
    this.dismiss();
    draft.reset();
    this.game.giveUp();
  }

  again(): void {
    const last = this.game.log.turns.findLast((turn) => turn.did === "play");
    if (last) this.showTurn(last);
    else if (this.#view.last) this.replay.showNow(this.#showOf(this.#view.last));
  }

  /** 1 tells the first step, 2 shows the play step by step, 3 lays it; only the last changes the draft. */
  async hint(strength: Strength): Promise<void> {
    if (!this.mayHint) return;
    try {
      this.#show(await ask("POST /api/games/{game}/hint", { game: this.#view.id }, { strength: 3 }), strength);
    } catch (error) {
      this.notice = { kind: "bad", text: troubleText(error), unreachable: error instanceof Unreachable };
    }
  }

  get mayHint(): boolean {
    return this.game.myTurn && this.#view.settings.hints && !this.game.socket.lost;
  }

  /** The server answers again. */
  reached(): void {
    if (this.notice?.unreachable) this.dismiss();
  }

  #show(hint: HintView, strength: Strength): void {
    this.dismiss();
    const { base } = this.game.draft;
    if (hint.table === null) return this.#tell(this.#nothing());
    const play = { seat: this.game.you ?? 0, before: writeTable(tableKinds(base)), after: hint.table };
    if (strength === 2) return this.replay.showNow({ play, final: tableAfter(play, base), steps: () => Promise.resolve(hint.steps) });
    if (strength === 3 && this.#laid(hint.table)) return this.#tell(t("hint.laid"));
    this.#tell(this.#firstStep(hint));
  }

  /** Tells a player without a play how to go on. */
  #nothing(): string {
    if (this.game.hasDrawn) return t("hint.none_drawn");
    return t((this.#view.position?.pool ?? 0) > 0 ? "hint.none" : "hint.none_pass");
  }

  #tell(text: string): void {
    this.notice = { kind: "hint", text };
    say(text);
  }

  /** The smallest useful thing: the first step of the play, its tiles marked. */
  #firstStep(hint: HintView): string {
    const { draft } = this.game;
    const step = hint.steps?.[0];
    const kinds = readKinds((step?.kind === "lay" ? step.result : step?.tiles) ?? hint.tiles ?? "");
    const set = step && step.kind !== "lay" ? [step.set] : [];
    this.marks.hint({ ...hint, tiles: kinds.join(" "), sets: set }, draft.base, draft.now);
    return step ? t(`hint.step.${step.kind}`, { list: tilesText(kinds) }) : t("hint.tiles", { list: tilesText(kinds) });
  }

  /** Lay the whole play as a draft, which can be undone like any other. */
  #laid(table: string): boolean {
    const { draft } = this.game;
    if (!replanned(resetTo(draft.base, draft.now), readTable(table))) return false;
    draft.reset();
    draft.replan(readTable(table));
    this.game.draftChanged();
    return true;
  }
}
