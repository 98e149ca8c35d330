import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8000";
const proxy = { "/api": { target: server, ws: true }, "/healthz": { target: server } };

/** What a page needs in one language comes in two files: the words of every page, and those of a board. */
const EVERYWHERE = /\/(?:shell|words|messages)\/(\w\w)\.(?:ts|json)$/;
const AT_BOARDS = /\/(?:board|rules)\/(\w\w)\.ts$/;

function inLanguage(file: string, ids: RegExp): (id: string) => string | null {
  return (id) => {
    const language = ids.exec(id)?.[1];
    return language ? `${file}-${language}` : null;
  };
}

/** What several pages share comes in few files, for each is asked for: what all need, what most need, what boards need. */
const HOUSE = /src\/(lib\/(clocks|coach\/coached|game\/rules|games|naming|notify|opening|player-name|problems|results|rules\/|sand-glass|setup|trouble)|lib\/board\/(Tile\.|glyphs)|lib\/draft\/(checker|tiles)|ui\/(Face|MiniSet|MiniTile))/;
const BOARD = /src\/(lib\/(board|draft(?!\/(bag|best|joker|judge|opening))|board-words|live|game\/(marks|replay|watching))|pages\/(beside|game\/(ClockRing|ReplayBar|Sign|Tools)))/;

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/openkub/server/page",
    emptyOutDir: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    // the content security policy forbids inline styles and scripts, so nothing is folded into the markup
    assetsInlineLimit: 0,
    manifest: "build.json",
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: inLanguage("words", EVERYWHERE), debugName: "words", priority: 5 },
            { name: inLanguage("board", AT_BOARDS), debugName: "words of a board", priority: 4 },
            { name: "shell", tags: ["$initial"], priority: 3 },
            { name: "house", test: HOUSE, priority: 2 },
            { name: "board", test: BOARD, priority: 1 },
          ],
        },
      },
    },
  },
  // the words of the game lie beside the rules, for the command line speaks them too
  server: { proxy, fs: { allow: [".", "../src/openkub/messages"] } },
  preview: {
    proxy,
    headers: {
      "Content-Security-Policy":
        "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'",
    },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node", css: true },
});
