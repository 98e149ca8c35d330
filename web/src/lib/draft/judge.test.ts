import { describe, expect, test } from "vitest";
import turns from "../../../../tests/data/turns.json";
import { cases } from "../../../../tests/data/vectors.json";
import { tableRules } from "../game/rules";
import { EDITIONS } from "../rules/editions";
import { playProblem } from "./judge";
import { readKinds, readTable } from "./tiles";

interface Case {
  id: string;
  kind: string;
  edition: string[];
  before: { table?: string[][]; rack?: string[]; opened?: boolean; racks?: unknown };
  after?: { table?: string[][]; rack?: string[]; loose?: string[]; drawn?: number };
  opening?: unknown;
  tile_set?: number;
  options?: Record<string, string | number | boolean>;
  legal: boolean;
  reason?: string;
  mid_turn?: boolean;
}

/** What no page can come to: tiles that no box holds, tiles that come or go, a table that was no table. */
const ODD = ["not_conserved", "invalid_before", "too_many_tiles"];

/** Whole turns in which tiles are laid and none is drawn, made up or lost; no claims of what was laid first. */
function isPlay({ kind, before, after, mid_turn, reason, opening, tile_set }: Case): boolean {
  const lays = ["manipulation", "joker", "opening"].includes(kind) && after?.table !== undefined;
  const others = ODD.includes(reason ?? "") || opening !== undefined || tile_set !== undefined;
  return lays && !others && !mid_turn && !before.racks && !after.drawn && !after.loose;
}

const plays = (cases as unknown as Case[]).filter(isPlay);

describe("the rule cases that Python's referee reads", () => {
  test.each(EDITIONS.map(({ name }) => name))("turns in %s", (edition) => {
    const wrong = [];
    for (const { id, kind, before, after, options, legal } of plays.filter((one) => one.edition.includes(edition))) {
      const changes = Object.entries(options ?? {}).map(([name, value]) => `${name}=${value}`);
      const rules = tableRules([edition, ...changes].join(" "), EDITIONS);
      const standing = { rules, table: before.table ?? [], rack: before.rack ?? [], opened: before.opened ?? kind !== "opening" };
      if ((playProblem(standing, after!.table!) === null) !== legal) wrong.push(id);
    }
    expect(wrong).toEqual([]);
  });

  test("there are many of them", () => expect(plays.length).toBeGreaterThan(100));
});

describe("turns that Python's referee has judged", () => {
  test.each([...new Set(turns.map(({ rules }) => rules))])("in %s", (law) => {
    for (const { rules, table, rack, opened, after, legal } of turns.filter((turn) => turn.rules === law)) {
      const standing = { rules: tableRules(rules, EDITIONS), table: readTable(table), rack: readKinds(rack), opened };
      expect(playProblem(standing, readTable(after)) === null, `${table} + ${rack} → ${after}`).toBe(legal);
    }
  });
});

test("where any tile replaces a joker, a joker set may lend one and lie there again", () => {
  const judged = (changes: string) => {
    const rules = tableRules(`default joker_set_split=forbidden ${changes}`.trim(), EDITIONS);
    const standing = { rules, table: readTable("* r8 b8 | * r9 r10 r11"), rack: readKinds("k8 k9"), opened: true };
    return playProblem(standing, readTable("k8 k9 * | r8 b8 * | r9 r10 r11"));
  };
  expect(judged("")).toBeNull();
  expect(judged("joker_replacement_source=rack")).not.toBeNull();
});

test("of two sets of a tile and two jokers each may be the one that was added to", () => {
  const judged = (after: string) => {
    const standing = {
      rules: tableRules("jumbo_de tile_set=160", EDITIONS),
      table: readTable("y7 * * | * y7 *"),
      rack: readKinds("y6 y9"),
      opened: true,
    };
    return playProblem(standing, readTable(after));
  };
  for (const after of ["* y7 * | y6 y7 * *", "y6 y7 * * | * * y7", "y7 * * | * y7 * y9"]) expect(judged(after), after).toBeNull();
  expect(judged("* y7 * | * y6 y7 *")).not.toBeNull();
});
