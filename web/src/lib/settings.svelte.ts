import { look } from "./board/look.svelte";
import { recall, remember } from "./storage";

export type Theme = "auto" | "light" | "dark";
export type TableLook = "green" | "night" | "linen";
export type TileFace = "modern" | "classic";
export type Contrast = "auto" | "high";
export type Motion = "auto" | "reduced";
export type TileSize = "small" | "medium" | "large" | "huge";
export type Pace = "slow" | "normal" | "fast" | "instant";

export interface Settings {
  /** A language chosen by hand; null follows the browser. */
  language: string | null;
  theme: Theme;
  contrast: Contrast;
  /** What the tiles lie on. */
  table: TableLook;
  /** How their numbers are drawn. */
  face: TileFace;
  tileSize: TileSize;
  sound: boolean;
  motion: Motion;
  /** The player asked to be told of a turn while the tab is hidden; the browser may still refuse. */
  notifications: boolean;
  /** How fast the plays of others are shown. */
  pace: Pace;
  /** How the player is called at a table. */
  name: string;
}

export const DEFAULTS: Settings = {
  language: null,
  theme: "auto",
  contrast: "auto",
  table: "green",
  face: "modern",
  tileSize: "medium",
  sound: false,
  motion: "auto",
  notifications: false,
  pace: "normal",
  name: "",
};

export const TILE_SCALES: Record<TileSize, number> = { small: 0.85, medium: 1, large: 1.2, huge: 1.45 };
/** What the time of each step is multiplied by. */
export const PACES: Record<Pace, number> = { slow: 1.8, normal: 1, fast: 0.5, instant: 0 };

const CHOICES: Partial<Record<keyof Settings, readonly unknown[]>> = {
  theme: ["auto", "light", "dark"],
  contrast: ["auto", "high"],
  table: ["green", "night", "linen"],
  face: ["modern", "classic"],
  tileSize: Object.keys(TILE_SCALES),
  motion: ["auto", "reduced"],
  pace: Object.keys(PACES),
};

/** Stored settings as far as they make sense; an older page may have written them. */
export function validSettings(stored: unknown): Settings {
  const found = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  const valid: Record<string, unknown> = { ...DEFAULTS };
  for (const key of Object.keys(DEFAULTS) as (keyof Settings)[]) {
    const value = found[key];
    const choices = CHOICES[key];
    const fits =
      key === "language"
        ? value === null || typeof value === "string"
        : choices
          ? choices.includes(value)
          : typeof value === typeof DEFAULTS[key];
    if (fits) valid[key] = value;
  }
  return valid as unknown as Settings;
}

export const settings: Settings = $state(validSettings(recall<unknown>("settings", null)));

const system = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-reduced-motion: reduce)");
let systemReduces = $state(system?.matches ?? false);
system?.addEventListener("change", (event) => (systemReduces = event.matches));

const strong = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-contrast: more)");
let systemContrasts = $state(strong?.matches ?? false);
strong?.addEventListener("change", (event) => (systemContrasts = event.matches));

/** Whether things should appear in their place instead of moving there. */
export function motionReduced(): boolean {
  return settings.motion === "reduced" || systemReduces;
}

/** Keep the settings, and put those that style needs on the root element. Called once, when the page starts. */
export function followSettings(root: HTMLElement): void {
  $effect.root(() => {
    $effect(() => remember("settings", $state.snapshot(settings)));
    $effect(() => {
      root.dataset.theme = settings.theme;
      root.dataset.contrast = systemContrasts ? "high" : settings.contrast;
      root.dataset.table = settings.table;
      look.classic = settings.face === "classic";
      root.dataset.motion = settings.motion;
      root.dataset.tileSize = settings.tileSize;
      root.style.setProperty("--tile-scale", String(TILE_SCALES[settings.tileSize]));
      root.style.setProperty("--pace", String(PACES[settings.pace]));
    });
  });
}
