/** Reads the one-time link to a seat, `/g/GAME#seat=2.SECRET`. Browsers keep the fragment to themselves. */

export interface SeatLink {
  /** From 0. */
  seat: number;
  secret: string;
}

export function seatLinkOf(hash: string): SeatLink | null {
  const found = /^#seat=([1-6])\.([\w-]{1,64})$/.exec(hash);
  return found ? { seat: Number(found[1]) - 1, secret: found[2]! } : null;
}
