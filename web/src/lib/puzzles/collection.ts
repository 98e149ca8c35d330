// All the puzzles there are: a list with the little that choosing needs, and files of a hundred that are fetched when
// one of them is wanted. The puzzle of a day is the same for everybody, and nobody has to be asked for it.

import list from "./data/list.txt?raw";
import { type Puzzle, type PuzzleKind, readPuzzle } from "./puzzle";

export interface Listed {
  readonly number: number;
  readonly kind: PuzzleKind;
  /** How hard it is for a person, from 1 to 5. */
  readonly grade: number;
  /** The weakest bot that finds it, from 1; 6 if none does. */
  readonly weakest: number;
  /** How hard it is on the scale of the player's rating. */
  readonly rating: number;
}

const files = import.meta.glob<string>(["./data/*.txt", "!./data/list.txt"], { query: "?url", import: "default", eager: true });
const PER_FILE = 100;
const EASIEST = 800;
const PER_GRADE = 220;
const PER_BOT = 80;

export const PUZZLES: readonly Listed[] = list.trim().split(" ").map((word, place) => {
  const [grade, weakest] = [Number(word.at(-2)), Number(word.at(-1))];
  const rating = EASIEST + PER_GRADE * (grade - 1) + PER_BOT * (weakest - 1);
  return { number: place + 1, kind: word.slice(0, -2) as PuzzleKind, grade, weakest, rating };
});

const kept = new Map<number, Promise<string[]>>();

async function fetched(file: number): Promise<string[]> {
  const answer = await fetch(files[`./data/${file}.txt`]!);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return (await answer.text()).trimEnd().split("\n");
}

/** One of them with all that it takes to solve it. */
export async function loadPuzzle(number: number): Promise<Puzzle> {
  const file = Math.ceil(number / PER_FILE);
  const lines = kept.get(file) ?? fetched(file);
  kept.set(file, lines);
  lines.catch(() => kept.delete(file));
  return readPuzzle(number, (await lines)[(number - 1) % PER_FILE]!);
}

const DAY = 24 * 3600 * 1000;
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAILY = 1000;
const STRIDE = 617;

/** Days since the first one; they change at midnight UTC. */
export const dayOf = (time: number): number => Math.floor((time - FIRST_DAY) / DAY);
export const startOfDay = (day: number): number => FIRST_DAY + day * DAY;

/** Which puzzle is that of a day. */
export function numberOfTheDay(day: number): number {
  const rest = (day * STRIDE) % DAILY;
  return ((rest + DAILY) % DAILY) + 1;
}
