import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8000";
const proxy = { "/api": { target: server, ws: true }, "/healthz": { target: server } };

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/openkub/server/page",
    emptyOutDir: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    // the content security policy forbids inline styles and scripts, so nothing is folded into the markup
    assetsInlineLimit: 0,
    manifest: "build.json",
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
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
