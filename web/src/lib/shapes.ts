/** Every colour of a tile carries a shape, so that nobody needs to see the colour. Paths in a box of 10 by 10. */
export type ColourLetter = "k" | "r" | "b" | "y";

export const SHAPES: Readonly<Record<ColourLetter, string>> = {
  k: "M2.4 1.2h5.2a1.2 1.2 0 0 1 1.2 1.2v5.2a1.2 1.2 0 0 1-1.2 1.2H2.4a1.2 1.2 0 0 1-1.2-1.2V2.4a1.2 1.2 0 0 1 1.2-1.2Z",
  r: "M5 .9a1 1 0 0 1 .9.5l3.6 6.3a1 1 0 0 1-.9 1.5H1.4a1 1 0 0 1-.9-1.5l3.6-6.3A1 1 0 0 1 5 .9Z",
  b: "M5 .8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4Z",
  y: "M4.2.7a1.1 1.1 0 0 1 1.6 0l3.5 3.5a1.1 1.1 0 0 1 0 1.6L5.8 9.3a1.1 1.1 0 0 1-1.6 0L.7 5.8a1.1 1.1 0 0 1 0-1.6Z",
};
