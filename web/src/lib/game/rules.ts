// The few rules that the board shows: what an opening takes. The server tells them; the page decides nothing.

import { get } from "../api";
import type { JokerValue } from "../draft/checker";
import type { RulesView } from "./wire";

export interface TableRules {
  readonly edition: string;
  readonly openingPoints: number;
  readonly openingSets: "one" | "one_or_more";
  readonly openingJoker: JokerValue;
  readonly jokerPenalty: number;
  readonly tileSet: number;
}

type Value = string | number | boolean | null;


/** `default joker_penalty=25` with the presets of the server. */
export function tableRules(text: string, presets: RulesView["editions"]): TableRules {
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
    jokerPenalty: Number(options.joker_penalty ?? 30),
    tileSet: Number(options.tile_set ?? 106),
  };
}

export async function loadRules(text: string): Promise<TableRules> {
  const { editions } = await get<RulesView>("/rules");
  return tableRules(text, editions);
}
