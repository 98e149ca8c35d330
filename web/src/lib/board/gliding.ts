// Tiles glide from where they were to where they are, so that the eye can follow. Only transforms are animated.

export type Spots = Map<string, DOMRect>;

/** Where every tile of the board is now. */
export function spotsOf(root: HTMLElement): Spots {
  const spots: Spots = new Map();
  for (const element of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    spots.set(element.dataset.piece!, element.getBoundingClientRect());
  }
  return spots;
}

/** Let every tile that is elsewhere now glide there; one that is new appears. */
export function glide(root: HTMLElement, before: Spots, duration: number): void {
  if (duration <= 0 || before.size === 0) return;
  for (const element of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    const old = before.get(element.dataset.piece!);
    const now = element.getBoundingClientRect();
    if (!old) appear(element, duration);
    else if (Math.abs(old.x - now.x) + Math.abs(old.y - now.y) > 1) move(element, old, now, duration);
  }
}

function move(element: HTMLElement, old: DOMRect, now: DOMRect, duration: number): void {
  const from = `translate(${old.x - now.x}px, ${old.y - now.y}px) scale(${old.width / now.width})`;
  element.animate(
    [
      { transform: from, transformOrigin: "0 0", zIndex: 5 },
      { transform: "none", transformOrigin: "0 0", zIndex: 5 },
    ],
    { duration, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" },
  );
}

function appear(element: HTMLElement, duration: number): void {
  element.animate([{ opacity: 0, transform: "translateY(-18%) scale(1.08)" }, { opacity: 1, transform: "none" }], {
    duration,
    easing: "ease-out",
  });
}
