// What the player has made of the puzzles: kept in this browser, sent nowhere.

import { recall, remember } from "../storage";
import type { Listed } from "./collection";
import { NEWCOMER, rated, type Rating } from "./rating";

export interface Progress {
  readonly rating: Rating;
  /** What each puzzle that was tried brought: 1 alone, less with hints, 0 if the solution was looked at. */
  readonly scores: Readonly<Record<number, number>>;
  /** Numbers of puzzles that were solved, whenever. */
  readonly solved: readonly number[];
  /** Days whose puzzle was solved on that day. */
  readonly days: readonly number[];
}

export const NOTHING: Progress = { rating: NEWCOMER, scores: {}, solved: [], days: [] };

/** What is known of a puzzle's own rating. */
const DEVIATION = 80;
/** A rating is never taken for more certain than this: people learn. */
const LEAST_DEVIATION = 60;
/** What a solution counts after no hint, and after hints of each strength. */
export const WORTH: readonly number[] = [1, 0.75, 0.5, 0.25];

/** Only the first try at a puzzle counts for the rating. */
export function withScore(progress: Progress, puzzle: Listed, score: number): Progress {
  if (puzzle.number in progress.scores) return progress;
  const rating = rated(progress.rating, [{ value: puzzle.rating, deviation: DEVIATION, score }]);
  const certain = { ...rating, deviation: Math.max(LEAST_DEVIATION, rating.deviation) };
  return { ...progress, rating: certain, scores: { ...progress.scores, [puzzle.number]: score } };
}

/** Solved, with hints up to this strength; `day` if it is the puzzle of this very day. */
export function withSolution(progress: Progress, puzzle: Listed, hints: number, day: number | null): Progress {
  const scored = withScore(progress, puzzle, WORTH[hints] ?? 0);
  const gaveUp = scored.scores[puzzle.number] === 0;
  const solved = scored.solved.includes(puzzle.number) ? scored.solved : [...scored.solved, puzzle.number];
  const isNew = day !== null && !gaveUp && !scored.days.includes(day);
  return { ...scored, solved, days: isNew ? [...scored.days, day] : scored.days };
}

/** How many days in a row, up to today or yesterday: who has not come yet today has lost nothing. */
export function streakOf(days: readonly number[], today: number): number {
  const known = new Set(days);
  let day = known.has(today) ? today : today - 1;
  let streak = 0;
  for (; known.has(day); day--) streak += 1;
  return streak;
}

/** The puzzles that nobody here has tried, those nearest to the player's rating first. */
export function nearest(puzzles: readonly Listed[], progress: Progress): Listed[] {
  const distance = (puzzle: Listed): number => Math.abs(puzzle.rating - progress.rating.value);
  return puzzles.filter((puzzle) => !(puzzle.number in progress.scores)).sort((a, b) => distance(a) - distance(b));
}

const CHOICE = 24;

/** One to go on with, about as hard as the player is strong; null when all are done. */
export function nextPuzzle(puzzles: readonly Listed[], progress: Progress, chance: () => number = Math.random): Listed | null {
  const near = nearest(puzzles, progress).slice(0, CHOICE);
  return near[Math.floor(chance() * near.length)] ?? null;
}

/** Stored progress as far as it makes sense; an older page may have written it. */
export function validProgress(stored: unknown): Progress {
  const found = (typeof stored === "object" && stored !== null ? stored : {}) as Partial<Progress>;
  const { rating } = found;
  const sound = rating && [rating.value, rating.deviation, rating.volatility].every((part) => Number.isFinite(part) && part > 0);
  const numbers = (list: unknown): number[] => (Array.isArray(list) ? list.filter((entry) => Number.isInteger(entry)) : []);
  const scores = Object.entries(found.scores ?? {}).filter(([, score]) => typeof score === "number" && score >= 0 && score <= 1);
  return { rating: sound ? rating : NEWCOMER, scores: Object.fromEntries(scores), solved: numbers(found.solved), days: numbers(found.days) };
}

export const recallProgress = (): Progress => validProgress(recall<unknown>("puzzles", null));
export const keepProgress = (progress: Progress): void => remember("puzzles", progress);
