// Tells the service worker which files the build made, and names this build by their content.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const page = join(dirname(fileURLToPath(import.meta.url)), "../../src/openkub/server/page");
const worker = join(page, "worker.js");
const unwanted = new Set(["worker.js", "build.json"]);

function filesUnder(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}

const files = filesUnder(page)
  .filter((path) => !unwanted.has(relative(page, path)))
  .sort();
const content = createHash("sha256");
for (const path of files) content.update(path.slice(page.length)).update(readFileSync(path));
const addresses = files.map((path) => "/" + relative(page, path).replaceAll("\\", "/")).map((a) => (a === "/index.html" ? "/" : a));

const text = readFileSync(worker, "utf8")
  .replace('"BUILD"', JSON.stringify(content.digest("hex").slice(0, 16)))
  .replace('["FILES"]', JSON.stringify(addresses));
writeFileSync(worker, text);
