/** What the turn timer starts with: the seconds and the penalty of an edition, until they are set by hand. */
import type { EditionName } from "../i18n/words";
import { editionNamed } from "./rules/editions";

export interface TimerSettings {
  /** The edition whose values these were, before some were set by hand. */
  edition: EditionName;
  seconds: number;
  /** Tiles to draw when time is up. */
  penalty: number;
}

/** Where an edition has no time limit. */
const USUAL_SECONDS = 60;

export function timerOf(edition: EditionName): TimerSettings {
  const options = editionNamed(edition)!.options;
  return { edition, seconds: Number(options.time_limit_s ?? USUAL_SECONDS), penalty: Number(options.timeout_penalty) };
}

/** What was set by hand stays, as long as the edition is the same. */
export function startingTimer(kept: Partial<TimerSettings> | null, edition: EditionName): TimerSettings {
  const usual = timerOf(edition);
  if (kept?.edition !== edition) return usual;
  return { edition, seconds: kept.seconds ?? usual.seconds, penalty: kept.penalty ?? usual.penalty };
}
