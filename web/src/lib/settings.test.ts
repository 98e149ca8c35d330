import { expect, test } from "vitest";
import { DEFAULTS, validSettings } from "./settings.svelte";

test("sound and notifications are off until somebody wants them", () => {
  expect(validSettings(null)).toMatchObject({ sound: false, notifications: false });
});

test("what an older page stored is kept as far as it makes sense", () => {
  const settings = validSettings({ theme: "dark", tileSize: "gigantic", sound: "yes", name: "Ada", language: "de", odd: 1 });
  expect(settings).toEqual({ ...DEFAULTS, theme: "dark", name: "Ada", language: "de" });
});
