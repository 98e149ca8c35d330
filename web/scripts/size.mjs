// The first load of every page, gzipped, against the budget. Fails the build above it.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const BUDGET = 120 * 1024;
const page = join(dirname(fileURLToPath(import.meta.url)), "../../src/openkub/server/page");
const build = JSON.parse(readFileSync(join(page, "build.json"), "utf8"));
const zipped = (file) => gzipSync(readFileSync(join(page, file)), { level: 9 }).length;

function filesOf(...names) {
  const files = new Set();
  const visit = (name) => {
    const chunk = build[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  names.forEach(visit);
  return [...files].filter((file) => file.endsWith(".js"));
}

const pages = Object.keys(build).filter((name) => /^src\/pages\/\w+\.svelte$/.test(name));
const languages = ["en", "de", "es", "fr", "nl", "pt"];
const AREAS = { "Rules.svelte": ["guide"], "Learn.svelte": ["exercise", "learn"] };
/** The files of words that pages share, by their names. */
const shared = (file, language) => Object.keys(build).find((name) => build[name].name === `${file}-${language}`);
let failed = false;
for (const name of pages) {
  const areas = AREAS[name.slice("src/pages/".length)] ?? [];
  const needs = (language) => [shared("words", language), shared("board", language), ...areas.map((area) => `src/i18n/${area}/${language}.ts`)];
  const sizes = languages.map((language) => {
    const missing = needs(language).filter((file) => !build[file]);
    if (missing.length > 0) throw new Error(`no words in ${language}: ${missing}`);
    return filesOf("index.html", name, ...needs(language)).reduce((sum, file) => sum + zipped(file), 0);
  });
  const largest = Math.max(...sizes);
  failed ||= largest > BUDGET;
  console.log(`${name.slice("src/pages/".length).padEnd(18)} ${(largest / 1024).toFixed(1).padStart(6)} kB of ${BUDGET / 1024}`);
}
if (failed) {
  console.error("the first load is above its budget");
  process.exit(1);
}
