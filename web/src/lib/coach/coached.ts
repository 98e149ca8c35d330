// In which games of this browser a coach sits beside the player, and whether it speaks.

import { recall, remember } from "../storage";

const KEPT = 20;

type Coached = readonly (readonly [game: string, speaks: boolean])[];

const all = (): Coached => recall<Coached>("coached", []);

/** Null where there is no coach. */
export function coachSpeaks(game: string): boolean | null {
  return all().find(([id]) => id === game)?.[1] ?? null;
}

export function letCoach(game: string, speaks: boolean): void {
  remember("coached", [[game, speaks], ...all().filter(([id]) => id !== game)].slice(0, KEPT));
}
