// The lessons as data, and what this browser has solved of them.

import { maybe, t } from "../../i18n/index.svelte";
import type { EditionName } from "../../i18n/words";
import type { Task } from "../../lib/exercise/exercise.svelte";
import type { Goal } from "../../lib/exercise/goals";
import { recall, remember } from "../../lib/storage";
import data from "./lessons.json";

interface Written {
  id: string;
  /** An edition; openkub’s own where none is named. */
  rules?: string;
  /** The leaflet's name of the example. */
  figure?: string;
  table: string;
  rack: string;
  opened?: boolean;
  draft?: string;
  goal: Goal;
  solution: string | null;
}

export interface Position {
  readonly name: string;
  readonly edition: EditionName;
  readonly figure: string | null;
  readonly task: Task;
}

export interface Lesson {
  readonly id: string;
  /** Whether drawing is among the buttons. */
  readonly draws: boolean;
  readonly positions: readonly Position[];
}

/** The steps that come before the first game. */
export const FIRST = "first";

export const LESSONS: readonly Lesson[] = Object.entries(data as Record<string, { draw?: boolean; positions: unknown }>).map(
  ([id, { draw, positions }]) => ({ id, draws: draw ?? false, positions: (positions as Written[]).map((one) => positionOf(id, one)) }),
);

function positionOf(lesson: string, { id, rules = "default", figure, opened = true, ...rest }: Written): Position {
  return { name: `${lesson}.${id}`, edition: rules.split(" ")[0] as EditionName, figure: figure ?? null, task: { ...rest, rules, opened } };
}

export const lessonNamed = (id: string): Lesson | undefined => LESSONS.find((lesson) => lesson.id === id);
export const lessonAfter = (lesson: Lesson): Lesson | undefined => LESSONS[LESSONS.indexOf(lesson) + 1];

export const titleOf = (lesson: Lesson): string => (lesson.id === FIRST ? t("learn.first") : (maybe(`lesson.${lesson.id}`) ?? ""));
export const aboutOf = (lesson: Lesson): string => maybe(`lesson.${lesson.id}.text`) ?? t("learn.first.text");
export const taskText = (position: Position): string => maybe(`task.${position.name}`) ?? "";
export const doneText = (position: Position): string => maybe(`done.${position.name}`) ?? t("learn.right");

/** The names of all positions that were solved here. */
export const solvedHere = (): ReadonlySet<string> => new Set(recall<string[]>("learnt", []));

export function keepSolved(position: Position): void {
  remember("learnt", [...new Set([...solvedHere(), position.name])]);
}

/** Where to go on: the first position that is not solved yet, or the beginning. */
export function startOf(lesson: Lesson, solved: ReadonlySet<string>): number {
  return Math.max(
    0,
    lesson.positions.findIndex(({ name }) => !solved.has(name)),
  );
}
