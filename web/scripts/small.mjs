// Puts a gzipped twin beside every text of the build, which the server sends to whoever takes it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const page = join(dirname(fileURLToPath(import.meta.url)), "../../src/openkub/server/page");

for (const name of readdirSync(page, { recursive: true })) {
  if (!/\.(js|css|html|svg|webmanifest)$/.test(name)) continue;
  const data = readFileSync(join(page, name));
  const small = gzipSync(data, { level: 9 });
  if (small.length < data.length) writeFileSync(join(page, `${name}.gz`), small);
}
