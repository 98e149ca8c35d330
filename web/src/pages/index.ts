/** Every page comes with its messages, and only when somebody goes there. */
import type { Component } from "svelte";
import { ensure, type Area } from "../i18n/index.svelte";
import type { PageName } from "../lib/router.svelte";

export interface PageModule {
  default: Component<{ id: string }>;
}

interface PageSource {
  load: () => Promise<unknown>;
  areas: Area[];
}

export const PAGES: Record<PageName, PageSource> = {
  home: { load: () => import("./Home.svelte"), areas: [] },
  new: { load: () => import("./New.svelte"), areas: ["rules"] },
  join: { load: () => import("./Join.svelte"), areas: [] },
  game: { load: () => import("./Game.svelte"), areas: ["rules", "board"] },
  learn: { load: () => import("./Learn.svelte"), areas: ["rules", "board", "exercise", "learn"] },
  rules: { load: () => import("./Rules.svelte"), areas: ["rules", "guide"] },
  timer: { load: () => import("./Timer.svelte"), areas: [] },
  scores: { load: () => import("./Scores.svelte"), areas: ["rules"] },
  legal: { load: () => import("./Legal.svelte"), areas: ["rules"] },
  games: { load: () => import("./Games.svelte"), areas: ["rules", "board", "review"] },
  settings: { load: () => import("./Settings.svelte"), areas: [] },
  puzzles: { load: () => import("./Puzzles.svelte"), areas: ["puzzles"] },
  puzzle: { load: () => import("./Puzzle.svelte"), areas: ["board", "puzzles"] },
  unknown: { load: () => import("./Unknown.svelte"), areas: [] },
};

export async function pageOf(name: PageName): Promise<PageModule> {
  const { load, areas } = PAGES[name];
  const [module] = await Promise.all([load(), ensure(...areas)]);
  return module as PageModule;
}
