// What the server makes of a game that is over: asked for once, and fetched again whenever it has become finer.

import { ask } from "../api";
import type { Analysis, JudgedTurn, Progress } from "../wire";

/** How often it is asked how far it is. */
const EVERY_MS = 1000;

export class Looking {
  progress = $state.raw<Progress | null>(null);
  analysis = $state.raw<Analysis | null>(null);
  /** What went wrong when it was asked for. */
  trouble = $state.raw<unknown>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  /** `request` is what has it made; `id` is known where it may have been made before. */
  constructor(
    private readonly request: () => Promise<Progress>,
    private readonly id: string | null,
  ) {}

  readonly turns: ReadonlyMap<number, JudgedTurn> = $derived.by(
    () => new Map((this.analysis?.rounds ?? []).flatMap((round) => round.turns.map((turn) => [turn.turn, turn] as const))),
  );

  get busy(): boolean {
    return this.progress?.state === "waiting" || this.progress?.state === "working";
  }

  get wanted(): boolean {
    return this.busy || this.progress?.state === "done";
  }

  /** What is there already, if anybody has asked before. */
  async look(): Promise<void> {
    const { id } = this;
    if (id) await this.#hear(() => ask("GET /api/games/{game}/analysis", { game: id }));
  }

  async begin(): Promise<void> {
    await this.#hear(this.request);
  }

  async #hear(how: () => Promise<Progress>): Promise<void> {
    this.trouble = null;
    try {
      let told = await how();
      // A worker that does not know of the analysis starts its own.
      if (told.state === "unasked" && this.busy) told = await this.request();
      const finer = told.playouts !== null && told.playouts !== (this.analysis?.playouts ?? null);
      if (finer) this.analysis = await this.#result(told.id);
      this.progress = told;
      if (this.busy && !this.#closed) this.#timer = setTimeout(() => void this.#hear(() => this.#again(told.id)), EVERY_MS);
    } catch (error) {
      this.trouble = error;
    }
  }

  #again(id: string): Promise<Progress> {
    return this.id ? ask("GET /api/games/{game}/analysis", { game: id }) : ask("GET /api/analyses/{analysis}", { analysis: id });
  }

  #result(id: string): Promise<Analysis> {
    return this.id ? ask("GET /api/games/{game}/analysis/result", { game: id }) : ask("GET /api/analyses/{analysis}/result", { analysis: id });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }
}

/** A winning chance in words. */
export const percent = (chance: number): number => Math.round(chance * 100);
