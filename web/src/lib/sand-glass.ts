/** A sand-glass that can be turned, stopped and asked: pure arithmetic on a clock that is passed in. */

export interface SandGlass {
  /** Milliseconds of a whole turn. */
  length: number;
  /** What was left when it was last touched. */
  left: number;
  /** When it was set running, or null while it stands. */
  since: number | null;
}

export function freshGlass(seconds: number): SandGlass {
  return { length: seconds * 1000, left: seconds * 1000, since: null };
}

export function leftAt(glass: SandGlass, now: number): number {
  return glass.since === null ? glass.left : Math.max(0, glass.left - (now - glass.since));
}

export function isOver(glass: SandGlass, now: number): boolean {
  return leftAt(glass, now) === 0;
}

export function run(glass: SandGlass, now: number): SandGlass {
  return glass.since === null && glass.left > 0 ? { ...glass, since: now } : glass;
}

export function pause(glass: SandGlass, now: number): SandGlass {
  return { ...glass, left: leftAt(glass, now), since: null };
}

/** The next player's turn: a full glass that runs at once. */
export function turn(glass: SandGlass, now: number): SandGlass {
  return { ...glass, left: glass.length, since: now };
}

/** Seconds as a clock shows them: a second that has begun counts. */
export function shown(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
