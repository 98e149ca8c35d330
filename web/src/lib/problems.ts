// Why a turn is refused, in the player's language.

import { maybe, t } from "../i18n/index.svelte";
import { tileName } from "./naming";
import type { ProblemView } from "./game/wire";

export function problemText(problem: ProblemView): string {
  const params = {
    ...(problem.tile === null ? {} : { what: tileName(problem.tile) }),
    ...(problem.points === null ? {} : { points: problem.points }),
  };
  const exact = problem.tile !== null || problem.points !== null ? maybe(`problem.${problem.code}.exact`, params) : null;
  return exact ?? t(`problem.${problem.code}`, params);
}
