/* Generated from the server's wire types by `make types`: change those, not this. */

/** What was sent with this key is done and durable, as event `n`. */
export interface Ack {
  type: "ack";
  key: string;
  n: number;
}

/** Under which addresses others reach the page; both are empty where nobody has said so. */
export interface Addresses {
  public: string | null;
  network: string[];
}

/** The analysis of a finished match: `openkub analyse --json` prints it, and the server sends it. */
export interface Analysis {
  format: string;
  rules: string;
  playouts: number;
  players: JudgedPlayer[];
  rounds: JudgedRound[];
}

/** An analysis of a finished game; there is nothing to be said about it. */
export interface AskAnalysis {
}

/** A hint for my own turn: 1 which tiles, 2 also which sets change, 3 the whole play. */
export interface AskHint {
  strength?: 1 | 2 | 3;
}

/** Send me the full view. */
export interface AskView {
  type: "view";
}

/** A bank of seconds for the whole round, and a few more after every turn. */
export interface BankClock {
  kind: "bank";
  seconds: number;
  increment?: number;
}

/** The play of the most tiles, then of the most points. */
export interface BestPlay {
  laid: string;
  tiles: number;
  points: number;
  table: string;
  proven: boolean;
}

/** What a client may send. */
export type ClientMessage =
  | Hello
  | Move
  | Draft
  | Rack
  | Seal
  | Nonce
  | Start
  | SeatBot
  | Unseat
  | Leave
  | ComeBack
  | Ready
  | Stop
  | Rematch
  | SendEmote
  | AskView
  | Ping;

/** The clocks, in milliseconds, as they stand now. */
export interface ClockView {
  /** What is left of the running turn, all in all. */
  left: number | null;
  /** Every seat's bank, as it was when the running turn began; null: no banks. */
  banks: number[] | null;
  /** What is left of the turn's own seconds; at 0 the bank runs. Null where turns have none. */
  delay: number | null;
}

/** The game ended before its last round. */
export interface Closed {
  type: "closed";
  n: number;
  reason: "abandoned" | "stopped";
  sheet: Sheet;
  secret: string;
}

/** Everything that can be wrong with a move. */
export type Code =
  | "already_drawn"
  | "invalid_before"
  | "invalid_set"
  | "joker_kept"
  | "joker_new_set"
  | "joker_reuse"
  | "joker_set_split"
  | "joker_source"
  | "joker_two_tiles"
  | "must_play"
  | "no_clock"
  | "no_redeal"
  | "not_opened"
  | "not_your_tile"
  | "nothing_played"
  | "opening_joker"
  | "opening_points"
  | "opening_turn_manipulation"
  | "pool_empty"
  | "pool_not_empty"
  | "round_over"
  | "table_tile_taken";

/** I take my seat back from the bot. */
export interface ComeBack {
  type: "come_back";
  /** Unique for this wish; made up by the client. */
  key: string;
}

/** The table is complete: the house waits for everybody's seal. */
export interface Dealing {
  type: "dealing";
  n: number;
}

/** A round begins; the nonces that shuffled are shown with the first. */
export interface Dealt {
  type: "dealt";
  n: number;
  nonces: string[] | null;
  seats: SeatView[];
  position: Position;
  start_draws: StartDraw[];
  clock: ClockView | null;
}

/** Every turn has its own `delay` of seconds, which are not saved up; what is used beyond is taken from a bank. */
export interface DelayClock {
  kind: "delay";
  /** The bank, for the whole round. */
  seconds: number;
  delay: number;
}

/** How the table looks now, in the turn with this number; null: nothing is touched any more. */
export interface Draft {
  type: "draft";
  turns: number;
  /** Sets parted by |. */
  table: string | null;
}

/** A preset: the value of every option. */
export interface EditionView {
  name: string;
  title: string;
  options: Record<string, string | number | boolean | null>;
}

/** What players may say to each other. */
export type Emote =
  | "good_game"
  | "good_luck"
  | "hello"
  | "hurry"
  | "oops"
  | "thanks"
  | "thinking"
  | "well_played";

/** The game of a short code. */
export interface Found {
  id: string;
}

/** All that one seat, or a spectator, may know about a game. */
export interface GameView {
  id: string;
  code: string | null;
  phase: Phase;
  settings: Settings;
  seats: SeatView[];
  you: number | null;
  /** SHA-256 of the house's secret. */
  commitment: string;
  /** SHA-256 of every seat's nonce, once nobody can choose one any more. */
  seals: (string | null)[] | null;
  /** Shown with the tiles, by seat, of those who gave one. */
  nonces: string[] | null;
  /** Shown when the game is over: the deal can then be checked. */
  secret: string | null;
  position: Position | null;
  /** Who drew what for the start of this round, in order; empty if nobody did. */
  start_draws: StartDraw[];
  clock: ClockView | null;
  sheet: Sheet;
  last: LastPlay | null;
  draft: SeatDraft | null;
  /** Your own rack as you arranged it; nobody else gets it. */
  rack_order: string | null;
  closed: "abandoned" | "stopped" | null;
  rematch: string | null;
  /** How many look on without a seat. */
  watching: number;
  /** For how long a player must be away before a bot may sit in, in milliseconds. */
  bot_after: number;
  /** Whether it began with a position of another game; it is not counted. */
  played_on: boolean;
}

/** Whether turns can be accepted. */
export interface Health {
  ok: boolean;
  version: string;
  damaged: boolean;
}

/** The first message: the last event that the client has, or null for a full view. */
export interface Hello {
  type: "hello";
  last?: number | null;
  /** Whether to be told how the last play was done, and every later one: `show_steps`. */
  steps?: boolean;
  /** The protocol that the client speaks; one newer than the server's is refused. */
  protocol?: number | null;
  /** The newest format of games that the client knows; the same holds for it. */
  format?: number | null;
}

/** Something that is not for these eyes. */
export interface Hidden {
  type: "hidden";
  n: number;
}

/** What to lay; null if nothing can be laid. */
export interface HintView {
  tiles: string | null;
  sets: number[] | null;
  table: string | null;
  steps: Step[] | null;
}

/** This seat waits for the next round. */
export interface IsReady {
  type: "is_ready";
  n: number;
  seat: number;
}

/** Is this turn legal? `pool` tells whether tiles are left to draw. */
export interface Judge {
  /** Tiles parted by blanks. */
  rack: string;
  move: string;
  /** Sets parted by |. */
  table?: string;
  /** An edition and any options behind it. */
  rules?: string;
  opened?: boolean;
  pool?: boolean;
  language?: "de" | "en" | "es" | "fr" | "nl" | "pt";
}

/** A player's game in figures. */
export interface JudgedPlayer {
  seat: number;
  name: string;
  turns: number;
  tiles: number;
  points: number;
  drawn: number;
  best: number;
  good: number;
  missed: number;
  lost: number;
  could_open: number[];
  missed_going_out: number;
  waited_rightly: number;
  jokers_wasted: number;
}

/** The turns of a round, and the chances of all seats before the first turn and after every turn. */
export interface JudgedRound {
  round: number;
  end: string;
  curve: (number[] | null)[];
  turns: JudgedTurn[];
}

/** A turn with its mark; docs/analysis.md explains every field. Seats and turns are counted from 1. */
export interface JudgedTurn {
  turn: number;
  seat: number;
  move: string;
  laid: string;
  points: number;
  drawn: string;
  rack: string;
  left: string;
  best: BestPlay | null;
  advice: string;
  chances: number[] | null;
  after: number[] | null;
  loss: number | null;
  better: "advice" | "best" | "wait" | null;
  mark: Mark | null;
  turning_point: boolean;
  opening: Opening | null;
  missed_going_out: boolean;
  waiting_was_right: boolean;
  jokers_wasted: number;
}

/** The last turn that changed the table. */
export interface LastPlay {
  seat: number;
  before: string;
  after: string;
  /** The number of its event, which `show_steps` names. */
  n: number;
}

/** I go; once the game has begun a bot plays my tiles until I come back. */
export interface Leave {
  type: "leave";
  /** Unique for this wish; made up by the client. */
  key: string;
}

/** The listed games, newest first. */
export interface Lobby {
  games: LobbyGame[];
}

/** A game that waits for players. */
export interface LobbyGame {
  id: string;
  settings: Settings;
  players: string[];
}

/** How good a decision was. */
export type Mark = "best" | "good" | "missed";

/** One whole turn: `play` and the table as it lies then, `draw` or `pass`; `redeal` asks for a new deal. */
export interface Move {
  type: "move";
  /** Unique for this wish; made up by the client. */
  key: string;
  move: string;
}

/**
 * A turn was taken: by its player, by the bot in the seat, or by the clock. `drawn` counts tiles from the pool.
 * After a `redeal` the position is that of a new deal: everybody has other tiles, and who began begins again.
 */
export interface Moved {
  type: "moved";
  n: number;
  seat: number;
  move: string;
  by: "bot" | "clock" | "player";
  drawn: number;
  phase: Phase;
  position: Position;
  clock: ClockView | null;
  sheet: Sheet | null;
  secret: string | null;
}

/** A game that you have finished: who played, where you sat, and the sums of the score sheet. */
export interface MyGame {
  id: string;
  /** When it ended, in milliseconds since 1970. */
  at: number;
  rules: string;
  players: string[];
  /** Your seat, where that is known. */
  you: number | null;
  totals: number[];
  rounds: number;
  /** Whether it was stopped before its last round was over. */
  closed: boolean;
  /** Whether it began with a position of another game. */
  played_on: boolean;
  /** The seats that won. Null for older games, which the best total has won. */
  winners: number[] | null;
}

/** Your finished games, newest first. */
export interface MyGames {
  games: MyGame[];
}

/** Open a game and sit down at it. */
export interface NewGame {
  /** How a player is called at the table. */
  name: string;
  settings?: Wanted;
  /** Bots that sit down at once. */
  bots?: ("casual" | "expert" | "novice" | "sharp" | "steady")[];
}

/** A new player; with `bearer` the token is returned for a program, otherwise it is set as a cookie. */
export interface NewPlayer {
  bearer?: boolean;
}

/** My share of the shuffle, the 16 bytes that I have sealed; told when `sealed` says that all have. */
export interface Nonce {
  type: "nonce";
  /** Unique for this wish; made up by the client. */
  key: string;
  nonce: string;
}

/** What was sent (with this key, if it had one) was not done. */
export interface NotDone {
  type: "refused";
  key: string | null;
  trouble: Trouble;
  /** With `other_protocol`: the one that is spoken here. */
  protocol: number | null;
  /** With `too_fast`: in how many seconds to try again, where that is known. */
  retry_after: number | null;
}

/** A turn and the opening of its player. */
export type Opening = "delayed" | "missed" | "opened";

/** An option of the rules: what it takes, and where each leaflet speaks of it. */
export interface OptionView {
  name: string;
  sentence: string;
  choices: (string | number | boolean)[] | null;
  low: number | null;
  high: number | null;
  may_be_none: boolean;
  sources: Record<string, string>;
}

/** How a round ended; the scores sum to zero. */
export interface OutcomeView {
  ended: "pool_empty" | "rack_empty";
  winners: number[];
  scores: number[];
}

/** A round from the deal to its end; one that was stopped has no outcome. */
export interface PastRound {
  starter: number;
  start_draws: StartDraw[];
  /** What everybody was dealt. */
  racks: string[];
  /** Empty, but where a game began with a position of another one. */
  table: string;
  opened: boolean[];
  pool: number;
  turns: PastTurn[];
  outcome: OutcomeView | null;
}

/** Who sat there; `bot` names the bot, if one played to the end. */
export interface PastSeat {
  name: string;
  bot: string | null;
}

/** A turn, and how everything lay behind it: the table, all racks, the pool. */
export interface PastTurn {
  seat: number;
  did: "draw" | "pass" | "play" | "redeal" | "timeout";
  /** Rack tiles that went onto the table. */
  laid: string;
  /** Tiles that came from the pool; after a new deal, none. */
  drawn: string;
  table: string;
  racks: string[];
  opened: boolean[];
  pool: number;
  /** How a play was done; null where nothing was laid. */
  steps: Step[] | null;
}

/** The stage of a game. */
export type Phase = "between" | "dealing" | "over" | "playing" | "waiting";

/** Are you there? */
export interface Ping {
  type: "ping";
}

/** Play on from before a turn of a record, alone against bots. The tiles in the pool are shuffled again. */
export interface PlayOn {
  record: string;
  /** How a player is called at the table. */
  name: string;
  /** Of all rounds, counted from 1. */
  turn: number;
  /** Whose tiles you take; left out: those of the player whose turn it was. */
  seat?: number | null;
}

/** The token, if it was asked for: keep it, the server has only its hash. */
export interface Player {
  token: string | null;
}

/** Yes; the last event is `n`. */
export interface Pong {
  type: "pong";
  n: number;
}

/** The round as this seat sees it: its own rack, null for a spectator; all racks once the round is over. */
export interface Position {
  round: number;
  table: string;
  rack: string | null;
  racks: string[] | null;
  counts: number[];
  opened: boolean[];
  pool: number;
  turn: number;
  starter: number;
  passes: number;
  /** True between a draw and the end of its turn (`play_after_draw`): `play` or `pass` follows. */
  has_drawn: boolean;
  /** Whether you may ask for a new deal when your turn comes; nobody else gets to know. */
  may_redeal: boolean;
  /** Turns taken in all rounds; a draft names it, so that a late one is ignored. */
  turns: number;
  outcome: OutcomeView | null;
}

/** Who is connected, and how many look on. */
export interface Presence {
  type: "presence";
  here: boolean[];
  watching: number;
}

/** Which rule a move breaks, and where: the set by its index, the tile, the points of an opening. */
export interface ProblemView {
  code: Code;
  meld: number | null;
  tile: string | null;
  points: number | null;
}

/** How far an analysis is; when `playouts` has grown, there is a finer one to be had. */
export interface Progress {
  id: string;
  /** Unasked: nobody has asked for it, or it is forgotten. */
  state: "done" | "failed" | "unasked" | "waiting" | "working";
  /** How many games are looked at before this one. */
  ahead: number;
  /** Which part of the work is done, from 0 to 1. */
  done: number;
  /** Null: nothing is known yet; 0: the exact plays; else how fine the chances are. */
  playouts: number | null;
}

/** What the deal followed from. */
export interface Promise {
  commitment: string;
  nonces: string[];
  secret: string;
}

/** How I arranged my rack, in a form of the client's own; the server keeps it for my other tabs and for later. */
export interface Rack {
  type: "rack";
  order: string;
}

/** I have seen the score sheet; the next round may begin. */
export interface Ready {
  type: "ready";
  /** Unique for this wish; made up by the client. */
  key: string;
}

/** Why something was not done. */
export type Refusal =
  | "already_seated"
  | "bad_message"
  | "bad_name"
  | "bad_position"
  | "bad_record"
  | "bad_seat_link"
  | "bad_settings"
  | "forbidden_origin"
  | "hints_off"
  | "illegal_move"
  | "method_not_allowed"
  | "no_such_game"
  | "no_such_seat"
  | "not_away"
  | "not_found"
  | "not_host"
  | "not_invited"
  | "not_seated"
  | "not_your_turn"
  | "other_protocol"
  | "seats_full"
  | "too_fast"
  | "too_few_players"
  | "too_hard"
  | "too_large"
  | "too_many_games"
  | "unauthorised"
  | "unavailable"
  | "unreadable"
  | "wrong_phase";

/** Once more with the same people. */
export interface Rematch {
  type: "rematch";
  /** Unique for this wish; made up by the client. */
  key: string;
}

/** The same people meet again there. */
export interface RematchOpen {
  type: "rematch_open";
  n: number;
  game: string;
}

/** No player was there for a long time: the game rests until one is. */
export interface Rested {
  type: "rested";
  n: number;
}

/** A game that is over, with all that was hidden while it was played. */
export interface Review {
  rules: string;
  /** Tiles of the kit. */
  tiles: number;
  /** Points that a joker left on the rack costs. */
  joker: number;
  seats: PastSeat[];
  /** Null where the deal came from a seed. */
  promise: Promise | null;
  rounds: PastRound[];
  sheet: Sheet;
  /** Whether the last round was played to its end: only then it is analysed. */
  over: boolean;
  /** Whether it began with a position of another game. */
  played_on: boolean;
}

/** Everything that can be set. */
export interface RulesView {
  editions: EditionView[];
  options: OptionView[];
}

/** The SHA-256 of my share of the shuffle, 16 random bytes made after the house's commitment was seen. */
export interface Seal {
  type: "seal";
  /** Unique for this wish; made up by the client. */
  key: string;
  seal: string;
}

/** No more seals are taken, here are all of them by seat: whoever gave one tells the `nonce`. */
export interface Sealed {
  type: "sealed";
  n: number;
  seals: (string | null)[];
}

/** The host, before the start: a bot takes the next empty seat. In play: a bot takes the seat of one who is away. */
export interface SeatBot {
  type: "seat_bot";
  /** Unique for this wish; made up by the client. */
  key: string;
  level: "casual" | "expert" | "novice" | "sharp" | "steady";
  seat?: number | null;
}

/** How the table looks while a player rearranges it. */
export interface SeatDraft {
  seat: number;
  turns: number;
  table: string;
}

/** Who sits there. A human seat with a `bot` is played by that bot until its owner comes back. */
export interface SeatView {
  name: string;
  human: boolean;
  bot: "casual" | "expert" | "novice" | "sharp" | "steady" | null;
  host: boolean;
  here: boolean;
  ready: boolean;
}

/** Somebody sat down, left, was replaced by a bot or came back. */
export interface Seated {
  type: "seated";
  n: number;
  what: "bot" | "joined" | "left" | "replaced" | "returned";
  seat: number;
  seats: SeatView[];
  you: number | null;
  phase: Phase;
}

/** Say this to the table. */
export interface SendEmote {
  type: "emote";
  emote: Emote;
}

/** What the server may send. */
export type ServerMessage =
  | Seated
  | Dealing
  | Sealed
  | Dealt
  | Moved
  | IsReady
  | Rested
  | WentOn
  | Closed
  | RematchOpen
  | Hidden
  | Welcome
  | Ack
  | NotDone
  | ShowDraft
  | ShowSteps
  | ShowRack
  | Presence
  | SetClock
  | ShowEmote
  | Pong;

/** Time was given back: the clocks as they stand now. */
export interface SetClock {
  type: "clock";
  clock: ClockView | null;
}

/** What was agreed on when the game was opened; the rules tell the seconds of the clock, where it has other ones. */
export interface Settings {
  /** An edition and any options behind it. */
  rules: string;
  /** How many can play. */
  seats: number;
  clock: TurnClock | Required<BankClock> | DelayClock | null;
  /** Whether the lobby shows it while it waits. */
  listed: boolean;
  /** Whether players may ask for hints. */
  hints: boolean;
  /** Whether it begins when all seats are taken, or when the host says. */
  start: "full" | "host";
  /** The bot that plays for somebody who has left or is away. */
  stand_in: "casual" | "expert" | "novice" | "sharp" | "steady";
}

/** The score sheet: the rounds that are over, the sums, and the seats from best to worst, equals together. */
export interface Sheet {
  rounds: OutcomeView[];
  totals: number[];
  ranking: number[][];
}

/** Another player rearranges; null: the table lies as before. */
export interface ShowDraft {
  type: "show_draft";
  seat: number;
  turns: number;
  table: string | null;
}

/** A player says something. */
export interface ShowEmote {
  type: "show_emote";
  seat: number;
  emote: Emote;
}

/** Another tab of yours arranged the rack. */
export interface ShowRack {
  type: "show_rack";
  order: string;
}

/** A record: a `.kub` file or its JSON twin. It is read, replayed, and not kept. */
export interface ShowRecord {
  record: string;
}

/** How the play of event `n` was done, in human moves; null if nobody found out in time. */
export interface ShowSteps {
  type: "show_steps";
  n: number;
  steps: Step[] | null;
}

/** Take the next empty seat. */
export interface SitDown {
  /** How a player is called at the table. */
  name: string;
}

/** The best play; without one, `table` is null. */
export interface Solution {
  tiles: number;
  value: number;
  laid: string;
  table: string | null;
  steps: Step[];
}

/** What could be played here? */
export interface Solve {
  /** Tiles parted by blanks. */
  rack: string;
  /** Sets parted by |. */
  table?: string;
  /** An edition and any options behind it. */
  rules?: string;
  opened?: boolean;
  objective?: "fewest" | "tiles" | "value";
}

/** The host: begin now, without the seats that are empty. */
export interface Start {
  type: "start";
  /** Unique for this wish; made up by the client. */
  key: string;
}

/** A tile that somebody drew to see who begins. */
export interface StartDraw {
  seat: number;
  tile: string;
}

/** One human move; sets have the index of the table before, new ones the next free number. */
export interface Step {
  kind: "add" | "join" | "lay" | "split" | "swap" | "take";
  set: number;
  result: string;
  tiles: string | null;
  new: number | null;
  right: string | null;
  other: number | null;
}

/** The host, between rounds: the match ends here. */
export interface Stop {
  type: "stop";
  /** Unique for this wish; made up by the client. */
  key: string;
}

/** Take a seat by the one-time link that the server's host has made for it. */
export interface TakeSeat {
  /** What stands in the link behind the seat's number. */
  secret: string;
}

/** What was refused, why in English, and where in the message or the position. */
export interface Trouble {
  code: Refusal;
  message: string;
  /** The field of the body; with an index, the character of its text, counted from 0. */
  where: string | null;
  problem: ProblemView | null;
}

/** So many seconds for every turn. */
export interface TurnClock {
  kind: "turn";
  seconds: number;
}

/** The host, before the start: this seat is empty again. */
export interface Unseat {
  type: "unseat";
  /** Unique for this wish; made up by the client. */
  key: string;
  seat: number;
}

/** Legal, or which rule is broken, where, and in the words of the edition. */
export interface Verdict {
  legal: boolean;
  problem: ProblemView | null;
  message: string | null;
}

/** What a new table is to be like. */
export interface Wanted {
  /** An edition and any options behind it. */
  rules?: string;
  /** How many can play. */
  seats?: number;
  /** Left out: the clock of the edition, where that has one; null: none, whatever it says. */
  clock?: TurnClock | BankClock | DelayClock | null;
  /** Whether the lobby shows it while it waits. */
  listed?: boolean;
  /** Whether players may ask for hints. */
  hints?: boolean;
  /** Whether it begins when all seats are taken, or when the host says. */
  start?: "full" | "host";
  /** The bot that plays for somebody who has left or is away. */
  stand_in?: "casual" | "expert" | "novice" | "sharp" | "steady";
}

/**
 * Everything, as of event `n`; a page that speaks an older `protocol` should be loaded again. `format` is that of
 * the game's log: 1 for one that was opened by openkub 0.1.0, and is played by the rules of then.
 */
export interface Welcome {
  type: "welcome";
  n: number;
  game: GameView;
  format: number;
  protocol: number;
}

/** A player is there again: the game goes on, and the turn that was being played begins anew. */
export interface WentOn {
  type: "went_on";
  n: number;
  clock: ClockView | null;
}

/** What every route takes and gives. */
export interface Endpoints {
  /** Where others reach this server. */
  "GET /api/addresses": { takes: undefined; gives: Addresses };
  /** Have a record that you have analysed; it is forgotten after a while, and written down nowhere. */
  "POST /api/analyses": { takes: ShowRecord; gives: Progress };
  /** How far the analysis of a record is; whoever does not ask for a while gives up the place in the line. */
  "GET /api/analyses/{analysis}": { takes: undefined; gives: Progress };
  /** The finest analysis of a record so far. */
  "GET /api/analyses/{analysis}/result": { takes: undefined; gives: Analysis };
  /** The game with this short code, while it waits for players. */
  "GET /api/codes/{code}": { takes: undefined; gives: Found };
  /** The listed games that wait for players, newest first; but for those at which nothing happens any more. */
  "GET /api/games": { takes: undefined; gives: Lobby };
  /** Open a game and sit down at it. */
  "POST /api/games": { takes: NewGame; gives: GameView };
  /** A game as you may see it. */
  "GET /api/games/{game}": { takes: undefined; gives: GameView };
  /** How far the analysis of a game is; whoever does not ask for a while gives up the place in the line. */
  "GET /api/games/{game}/analysis": { takes: undefined; gives: Progress };
  /** Have a finished game analysed; whoever asks for the same game shares it. */
  "POST /api/games/{game}/analysis": { takes: AskAnalysis; gives: Progress };
  /** The finest analysis of a game so far. */
  "GET /api/games/{game}/analysis/result": { takes: undefined; gives: Analysis };
  /** A hint for one's own turn. */
  "POST /api/games/{game}/hint": { takes: AskHint; gives: HintView };
  /** The JSON twin of the record. */
  "GET /api/games/{game}/record.json": { takes: undefined; gives: Record<string, unknown> };
  /** The record of a game as a .kub file; the secret stands in it once the game is over. */
  "GET /api/games/{game}/record.kub": { takes: undefined; gives: string };
  /** Take the next empty seat; whoever has one already keeps it. */
  "POST /api/games/{game}/seats": { takes: SitDown; gives: GameView };
  /** Take a seat by a one-time link; the former player loses it. The same request sent again changes nothing. */
  "POST /api/games/{game}/seats/taken": { takes: TakeSeat; gives: GameView };
  /** Whether a turn is legal in a position. */
  "POST /api/judge": { takes: Judge; gives: Verdict };
  /** The games that you have finished here, newest first: a hundred at most. */
  "GET /api/my/games": { takes: undefined; gives: MyGames };
  /** Play on from a turn of a record: a game of your own, against bots; of the record, the position is kept. */
  "POST /api/play-on": { takes: PlayOn; gives: GameView };
  /** Become a player. */
  "POST /api/players": { takes: NewPlayer; gives: Player };
  /** A record, checked and told turn by turn with all racks; it is not kept. */
  "POST /api/review": { takes: ShowRecord; gives: Review };
  /** Every edition, every option, and where the leaflets speak of them. */
  "GET /api/rules": { takes: undefined; gives: RulesView };
  /** The best play in a position. */
  "POST /api/solve": { takes: Solve; gives: Solution };
}
