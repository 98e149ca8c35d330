// After the build: tells the service worker which files there are, names the build by their content, and tells the server the page's paths.
import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const page = join(here, "../../src/openkub/server/page");
const notKept = new Set(["worker.js", "build.json", "paths.json"]);

function filesUnder(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}

function addressOf(path) {
  const address = "/" + relative(page, path).replaceAll("\\", "/");
  return address === "/index.html" ? "/" : address;
}

function fillWorker(files) {
  const content = createHash("sha256");
  for (const path of files) content.update(addressOf(path)).update(readFileSync(path));
  const worker = join(page, "worker.js");
  const text = readFileSync(worker, "utf8")
    .replace('"BUILD"', JSON.stringify(content.digest("hex").slice(0, 16)))
    .replace('["FILES"]', JSON.stringify(files.map(addressOf)));
  writeFileSync(worker, text);
}

copyFileSync(join(here, "../src/lib/paths.json"), join(page, "paths.json"));
const all = filesUnder(page).sort();
fillWorker(all.filter((path) => !notKept.has(relative(page, path)) && !path.endsWith("workbench.html")));
