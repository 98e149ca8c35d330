// The house's promise about the deal: SHA-256 of its secret, shown before anybody gave a share of the shuffle.

import { hex } from "./socket.svelte";

/** Whether the secret is the one that was promised; null where the browser cannot tell (a page without https). */
export async function isKept(secret: string, commitment: string): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))) === commitment;
}
