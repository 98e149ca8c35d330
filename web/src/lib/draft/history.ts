// Undo and redo over layouts.

export interface History<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
}

const REMEMBERED = 200;

export const started = <T>(now: T): History<T> => ({ past: [], now, future: [] });

export function done<T>(history: History<T>, now: T): History<T> {
  return { past: [...history.past, history.now].slice(-REMEMBERED), now, future: [] };
}

export function undone<T>(history: History<T>): History<T> {
  const now = history.past.at(-1);
  if (now === undefined) return history;
  return { past: history.past.slice(0, -1), now, future: [history.now, ...history.future] };
}

export function redone<T>(history: History<T>): History<T> {
  const now = history.future[0];
  if (now === undefined) return history;
  return { past: [...history.past, history.now], now, future: history.future.slice(1) };
}
