// Arrow keys walk over the board as the eye does: left and right along a row, up and down to what lies there.

export type Direction = "left" | "right" | "up" | "down";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const middle = (box: Box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** The index of the box to which an arrow leads; -1 if there is none that way. */
export function step(from: Box, boxes: readonly Box[], direction: Direction): number {
  const start = middle(from);
  let best = -1;
  let least = Infinity;
  boxes.forEach((box, index) => {
    const end = middle(box);
    const cost = way(end.x - start.x, end.y - start.y, direction, from);
    if (cost < least) {
      best = index;
      least = cost;
    }
  });
  return best;
}

function way(dx: number, dy: number, direction: Direction, from: Box): number {
  const sideways = direction === "left" || direction === "right";
  const ahead = direction === "left" ? -dx : direction === "right" ? dx : direction === "up" ? -dy : dy;
  const aside = Math.abs(sideways ? dy : dx);
  if (ahead < (sideways ? from.width : from.height) * 0.3) return Infinity;
  if (sideways && aside > from.height * 0.5) return Infinity;
  return sideways ? ahead + aside : ahead * 3 + aside;
}
