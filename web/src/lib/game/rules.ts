// The few rules that the board shows: what an opening takes. The server tells them; the page decides nothing.

import { ask } from "../api";
import type { PlayRules } from "../draft/judge";
import type { RulesView } from "./wire";

export interface TableRules extends PlayRules {
  readonly edition: string;
  readonly jokerPenalty: number;
  /** Tiles that a player draws who lays nothing. */
  readonly drawSize: number;
  readonly tileSet: number;
  readonly playAfterDraw: boolean;
}

type Value = string | number | boolean | null;
/** How many other rack tiles a freed joker needs in its new set. */
const COMPANIONS: Record<string, 0 | 1 | 2> = { new_set: 0, new_set_with_rack_tiles: 1, new_set_with_two_rack_tiles: 2 };

type Preset = Pick<RulesView["editions"][number], "name" | "options">;

/** `default joker_penalty=25` with the presets of the server. */
export function tableRules(text: string, presets: readonly Preset[]): TableRules {
  const [edition = "default", ...changes] = text.split(" ");
  const options: Record<string, Value> = { ...presets.find((preset) => preset.name === edition)?.options };
  for (const change of changes) {
    const [option, value] = change.split("=");
    if (option && value !== undefined) options[option] = value;
  }
  return {
    edition,
    openingPoints: Number(options.opening_min_points ?? 30),
    openingSets: options.opening_sets === "one" ? "one" : "one_or_more",
    openingJoker: options.opening_joker_value === "zero" ? "zero" : "face",
    openingTurn: options.opening_turn_manipulation === "forbidden" ? "forbidden" : "allowed",
    openingRackJoker: options.opening_joker === "forbidden" ? "forbidden" : "allowed",
    referee: Number(options.referee ?? 3),
    jokerSetSplit: options.joker_set_split === "forbidden" ? "forbidden" : "allowed",
    jokerSource: options.joker_replacement_source === "rack" ? "rack" : "any",
    jokerCompanions: COMPANIONS[String(options.joker_reuse)] ?? null,
    jokerPenalty: Number(options.joker_penalty ?? 30),
    drawSize: Number(options.draw_size ?? 1),
    tileSet: Number(options.tile_set ?? 106),
    playAfterDraw: String(options.play_after_draw ?? false).toLowerCase() === "true",
  };
}

export async function loadRules(text: string): Promise<TableRules> {
  const { editions } = await ask("GET /api/rules");
  return tableRules(text, editions);
}
