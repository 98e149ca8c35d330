// After the build: tells the service worker which files there are, names the build by their content, and makes
// small twins (.gz) that the server sends as they are.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const page = join(dirname(fileURLToPath(import.meta.url)), "../../src/openkub/server/page");
const notKept = new Set(["worker.js", "build.json"]);

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

const all = filesUnder(page).sort();
fillWorker(all.filter((path) => !notKept.has(relative(page, path)) && !path.endsWith("workbench.html")));
for (const path of all.filter((path) => /\.(js|css|html|svg|txt|webmanifest)$/.test(path))) {
  writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
}
