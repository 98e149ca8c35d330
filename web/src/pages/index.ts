/** Every page comes with its messages, and only when somebody goes there. */
import type { Component } from "svelte";
import { ensure, type Area } from "../i18n/index.svelte";
import type { PageName } from "../lib/router.svelte";

export interface PageModule {
  default: Component<{ id: string }>;
}

async function withMessages(page: Promise<unknown>, ...areas: Area[]): Promise<PageModule> {
  const [module] = await Promise.all([page, ...areas.map(ensure)]);
  return module as PageModule;
}

const PAGES: Record<PageName, () => Promise<PageModule>> = {
  home: () => withMessages(import("./Home.svelte")),
  new: () => withMessages(import("./New.svelte"), "rules"),
  join: () => withMessages(import("./Join.svelte")),
  game: () => withMessages(import("./Game.svelte"), "rules", "board"),
  rules: () => withMessages(import("./Rules.svelte"), "rules"),
  timer: () => withMessages(import("./Timer.svelte")),
  scores: () => withMessages(import("./Scores.svelte")),
  legal: () => withMessages(import("./Legal.svelte"), "rules", "board"),
  settings: () => withMessages(import("./Settings.svelte")),
  unknown: () => withMessages(import("./Unknown.svelte")),
};

export function pageOf(name: PageName): Promise<PageModule> {
  return PAGES[name]();
}
