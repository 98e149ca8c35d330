// Invented positions.

export interface Scene {
  table: string;
  rack: string;
}

const full = [
  "r1 r2 r3 r4 r5", "k1 k2 k3", "b1 b2 b3 b4", "y1 y2 y3 y4 y5 y6", "k4 r4 b4 y4", "k5 k6 k7 k8 k9 k10", "r6 r7 r8",
  "b5 b6 b7", "y7 y8 y9", "k11 r11 b11 y11", "k12 r12 b12 y12", "k13 r13 b13 y13", "r9 b9 y9 k9", "b8 b9 b10",
  "r10 k10 b10 y10", "k1 r1 b1 y1", "k2 r2 b2 y2", "k3 r3 b3 y3", "r5 k5 b5 y5", "k6 r6 b6 y6", "k7 r7 b7 y7", "k8 r8 b8 y8",
  "k11 k12 k13", "r9 r10 r11 r12 r13", "b11 b12 b13", "y10 y11 y12 y13", "* k4 *",
];

export const SCENES: Record<string, Scene> = {
  early: { table: "r5 r6 r7 | k9 b9 y9", rack: "k1 k2 r8 b13 y13 r13 * b4 b5 b6 y2 k11 r4 k7" },
  middle: {
    table: "r4 r5 r6 r7 r8 | k9 b9 y9 | b1 b2 * b4 | y10 y11 y12 y13 | k3 r3 b3 | r11 b11 * | k5 k6 k7",
    rack: "r6 k1 k2 r8 b13 y13 r13 b4 b5 b6 y2 k11 r4 k7 b3 y3 k8 k9 y1 y1 b12",
  },
  full: { table: full.join(" | "), rack: "r6 k9 b7" },
  crowded: { table: "r5 r6 r7 | k9 b9 y9", rack: Array.from({ length: 40 }, (_, i) => `${"krby"[i % 4]}${1 + (i % 13)}`).join(" ") },
  long: { table: "k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 | k9 b9 y9 | r1 r2 r3", rack: "r4 r5 r6" },
};
