// A game as this page knows it: the server's view, the own draft, the line between them.

import { ask, askedToWait } from "../api";
import { connection } from "../connection.svelte";
import { Draft } from "../draft/draft.svelte";
import { tableKinds } from "../draft/layout";
import { readKinds, readTable, writeTable } from "../draft/tiles";
import { rememberGame } from "../games";
import { Absence } from "./absence.svelte";
import { TurnClock } from "./clock.svelte";
import { applied, heard, REDEAL } from "./events";
import { ownShare, sealOf, watch } from "./fair";
import { keepDraft, keptDraft, readOrder, writeOrder } from "./keeping";
import { GameLog } from "./log.svelte";
import { GameSocket } from "./socket.svelte";
import type { Emote, GameEvent, GameView, PositionView, ServerMessage, Talk, Trouble, Wish } from "./wire";

const DRAFT_MS = 150;
const RACK_MS = 700;
const EMOTE_MS = 4500;

/** What a page that shows the game wants to be told. */
export interface Onlooker {
  event?(event: GameEvent, before: GameView): void;
  /** A wish was refused; `melds` are the sets of the move that was sent, by their numbers on the board. */
  refused?(trouble: Trouble, melds: readonly number[]): void;
}

export class Game {
  view = $state.raw<GameView | null>(null);
  readonly draft = new Draft();
  readonly clock = new TurnClock();
  readonly absence = new Absence();
  /** The seats for which a bot was asked for, by the key of the wish. */
  readonly #bots = new Map<string, number>();
  /** The key of a move that is on its way. */
  sending = $state<string | null>(null);
  /** What the seats say just now. */
  emotes = $state.raw<ReadonlyMap<number, Emote>>(new Map());
  /** Whether the table was cleared away. */
  gone = $state(false);
  readonly socket: GameSocket;
  readonly log: GameLog;
  onlooker: Onlooker = {};
  #n: number | null = null;
  #sentMelds: readonly number[] = [];
  #seen: PositionView | null = null;
  #sentDraft: string | null = null;
  #sentOrder: string | null = null;
  #asked = new Set<string>();
  #timers = new Map<string, { timer: ReturnType<typeof setTimeout>; run: () => void }>();

  constructor(readonly id: string) {
    this.log = new GameLog(id);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new GameSocket(`${scheme}://${location.host}/api/games/${id}/socket`, {
      last: () => this.#n,
      heard: (message) => this.#heard(message),
      askedToWait,
    });
  }

  /** Look at the game once over HTTP, which also makes this browser a player, then listen. */
  async open(): Promise<void> {
    this.#show(await ask("GET /api/games/{game}", { game: this.id }));
    document.addEventListener("visibilitychange", this.#onHidden);
    this.socket.open();
  }

  /** Take a seat; whoever was a stranger is a player from now on, and listens as one. */
  async sitDown(name: string): Promise<void> {
    this.#show(await ask("POST /api/games/{game}/seats", { game: this.id }, { name }));
    this.#n = null;
    this.socket.reopen();
  }

  close(): void {
    this.socket.close();
    this.clock.stop();
    this.absence.stop();
    document.removeEventListener("visibilitychange", this.#onHidden);
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
  }

  get you(): number | null {
    return this.view?.you ?? null;
  }

  get myTurn(): boolean {
    const view = this.view;
    return view?.phase === "playing" && view.you !== null && view.position?.turn === view.you && view.seats[view.you]?.bot === null;
  }

  /** The seats of players who are gone, for whom this player may let a bot play. */
  get absent(): readonly number[] {
    const { view, you } = this;
    if (view?.phase !== "playing" || you === null) return [];
    return view.seats.flatMap((seat, place) => (seat.human && !seat.here && seat.bot === null && place !== you ? [place] : []));
  }

  letBotPlay(seat: number): void {
    this.#bots.set(this.wish({ type: "seat_bot", level: "steady", seat }), seat);
  }

  wish(wish: Wish): string {
    return this.socket.wish(wish);
  }

  play(): void {
    this.#sentMelds = this.draft.now.table.map((meld) => meld.id);
    this.#move(`play ${this.draft.tableText}`);
  }

  /** Whether the player has drawn in this turn, and may still play. */
  get hasDrawn(): boolean {
    return this.myTurn && (this.view?.position?.has_drawn ?? false);
  }

  /** Draw; or pass when the pool is empty or a tile was drawn in this turn. */
  giveUp(): void {
    this.#sentMelds = [];
    this.#move((this.view?.position?.pool ?? 0) > 0 && !this.hasDrawn ? "draw" : "pass");
  }

  /** Ask for a new deal. */
  redeal(): void {
    this.#sentMelds = [];
    this.#move(REDEAL);
  }

  #move(move: string): void {
    this.sending = this.wish({ type: "move", move });
  }

  emote(emote: Emote): void {
    this.socket.note({ type: "emote", emote });
  }

  #heard(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        connection.reached();
        if (this.#n === null) this.#arrange(message.game.rack_order);
        this.#n = message.n;
        this.#sentDraft = null;
        this.#show(message.game);
        this.draftChanged();
        return;
      case "ack":
        return this.#answered(message.key);
      case "refused":
        return this.#refused(message.key, message.trouble);
      case "show_draft":
      case "show_steps":
      case "show_rack":
      case "presence":
      case "clock":
      case "show_emote":
      case "pong":
        return this.#talk(message);
      default:
        return this.#event(message);
    }
  }

  #event(event: GameEvent): void {
    if (!this.view || (this.#n !== null && event.n <= this.#n)) return;
    if (this.#n !== null && event.n > this.#n + 1) {
      this.socket.note({ type: "view" });
      return;
    }
    this.#n = event.n;
    const before = this.view;
    this.#show(applied(before, event), event.type === "moved" && event.move === REDEAL);
    this.onlooker.event?.(event, before);
  }

  #talk(talk: Talk): void {
    if (talk.type === "show_rack") this.#arrange(talk.order);
    else if (talk.type === "show_steps") this.log.explain(talk.n, talk.steps);
    else if (talk.type === "show_emote") this.#say(talk.seat, talk.emote);
    else if (talk.type === "pong" && this.#n !== null && talk.n > this.#n) this.socket.note({ type: "view" });
    else if (this.view) {
      const before = this.view;
      this.view = heard(before, talk);
      this.absence.follow(this.view, before);
    }
  }

  /** The rack as the server knows it, unless the player has just arranged it otherwise. */
  #arrange(order: string | null): void {
    if (order === null || this.#timers.has("rack")) return;
    this.#sentOrder = order;
    this.draft.arrange(readOrder(order));
  }

  #say(seat: number, emote: Emote): void {
    this.emotes = new Map([...this.emotes, [seat, emote]]);
    this.#later(`emote ${seat}`, EMOTE_MS, () => {
      this.emotes = new Map([...this.emotes].filter(([other]) => other !== seat));
    });
  }

  #answered(key: string): void {
    if (key === this.sending) this.sending = null;
  }

  #refused(key: string | null, trouble: Trouble): void {
    const move = key !== null && key === this.sending;
    if (trouble.code === "unavailable") return;
    if (trouble.code === "no_such_game") return this.#vanish();
    if (move) this.sending = null;
    if (key !== null && this.#shares.has(key)) return;
    const seat = key === null ? undefined : this.#bots.get(key);
    if (trouble.code === "not_away" && seat !== undefined && this.view) this.absence.tooEarly(seat, this.view);
    this.onlooker.refused?.(trouble, move ? this.#sentMelds : []);
  }

  /** The house has cleared the table away: there is nothing to come back to. */
  #vanish(): void {
    this.gone = true;
    this.close();
  }

  /** Show a view; where the tiles were dealt anew, nothing of what lay before is recognised. */
  #show(view: GameView, anew = false): void {
    const clockChanged = view.clock !== this.view?.clock || view.position !== this.view?.position;
    this.absence.follow(view, this.view);
    this.view = view;
    if (clockChanged) this.clock.set(view.phase === "playing" ? view.clock : null);
    if (view.position && view.position !== this.#seen) this.#follow(view, view.position, anew);
    this.#share(view);
    if (view.you !== null) rememberGame(view);
  }

  #follow(view: GameView, position: PositionView, anew: boolean): void {
    const first = anew || this.#seen === null || this.#seen.round !== position.round;
    const tiles = { table: readTable(position.table), rack: readKinds(position.rack ?? "") };
    const order = first && this.#seen === null ? readOrder(view.rack_order) : [];
    if (first) this.draft.begin(tiles, order);
    else this.draft.follow(tiles);
    if (this.#seen === null) this.#replan(view, position);
    this.#seen = position;
    this.#sentDraft = null;
  }

  /** After a reload: the plan of this tab, or what the server has of it. */
  #replan(view: GameView, position: PositionView): void {
    const kept = keptDraft(this.id);
    const fits = kept !== null && kept.round === position.round && kept.base === position.table;
    const own = view.draft?.seat === view.you && view.draft?.turns === position.turns ? view.draft.table : null;
    const table = fits ? kept.table : own;
    if (table !== null) this.draft.replan(readTable(table));
  }

  /** The keys of what was said about the shuffle: if it is refused, another tab has said it. */
  #shares = new Set<string>();

  /** The share of the shuffle: sealed once the house has committed itself, told once everybody's is sealed. */
  #share(view: GameView): void {
    watch(view);
    const due = view.you !== null && (view.phase === "waiting" || view.phase === "dealing");
    if (!due || this.socket.line !== "open" || this.#n === null) return;
    const { nonce } = ownShare(view);
    if (view.seals === null) this.#once(`seal ${view.you}`, { type: "seal", seal: sealOf(nonce) });
    else if (view.seals[view.you ?? 0] === sealOf(nonce)) this.#once("nonce", { type: "nonce", nonce });
  }

  #once(what: string, wish: Wish): void {
    if (this.#asked.has(what)) return;
    this.#asked.add(what);
    this.#shares.add(this.wish(wish));
  }

  /** The player moved something: keep it, show it to the others, let the rack's order be remembered. */
  draftChanged(): void {
    const position = this.view?.position;
    if (!position || this.you === null) return;
    const { touched, tableText } = this.draft;
    keepDraft(this.id, touched ? { round: position.round, base: writeTable(tableKinds(this.draft.base)), table: tableText } : null);
    const hurry = (this.clock.left ?? Infinity) < 2500;
    this.#later("draft", hurry ? 0 : DRAFT_MS, () => this.#sendDraft());
    this.#later("rack", RACK_MS, () => this.#sendOrder());
  }

  #sendDraft(): void {
    const turns = this.view?.position?.turns;
    if (!this.myTurn || turns === undefined || this.sending !== null) return;
    const table = this.draft.touched ? this.draft.tableText : null;
    const text = `${turns} ${table ?? ""}`;
    if (text === this.#sentDraft || (table === null && this.#sentDraft === null)) return;
    if (this.socket.note({ type: "draft", turns, table })) this.#sentDraft = text;
  }

  #sendOrder(): void {
    const order = writeOrder(this.draft.now.rack.map((piece) => piece?.kind ?? null));
    if (order === this.#sentOrder || this.you === null) return;
    if (this.socket.note({ type: "rack", order })) this.#sentOrder = order;
  }

  #later(name: string, wait: number, what: () => void): void {
    if (name === "draft" && this.#timers.has(name) && wait > 0) return;
    clearTimeout(this.#timers.get(name)?.timer);
    const run = () => {
      this.#timers.delete(name);
      what();
    };
    this.#timers.set(name, { timer: setTimeout(run, wait), run });
  }

  /** Whoever leaves the page, or lets the phone sleep, leaves nothing behind that was about to be sent. */
  #onHidden = (): void => {
    if (!document.hidden) return;
    for (const name of ["draft", "rack"]) {
      const waiting = this.#timers.get(name);
      clearTimeout(waiting?.timer);
      waiting?.run();
    }
  };
}
