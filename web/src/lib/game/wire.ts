// The wire's messages in the heaps in which the page handles them.

import type * as wire from "../wire";

export type { ClockView, Emote, GameView, HintView, LastPlay, OutcomeView, Phase, ProblemView, RulesView, SeatView, Settings, Sheet, Step, Trouble } from "../wire";
export type PositionView = wire.Position;
export type Level = NonNullable<wire.SeatView["bot"]>;
export type ServerMessage = wire.ServerMessage;
/** A turn that changed the table. */
export type Play = Omit<wire.LastPlay, "n">;
export type Talk = wire.ShowDraft | wire.ShowSteps | wire.ShowRack | wire.Presence | wire.SetClock | wire.ShowEmote | wire.Pong;
export type GameEvent = Exclude<ServerMessage, Talk | wire.Welcome | wire.Ack | wire.NotDone>;

type Without<T, Name extends string> = T extends unknown ? Omit<T, Name> : never;

/** What changes the game: it carries a key, and is sent again until it is answered. */
export type Wish = Without<Extract<wire.ClientMessage, { key: string }>, "key">;
/** What may get lost. */
export type Note = Exclude<wire.ClientMessage, { key: string } | wire.Hello>;
