import { expect, test } from "vitest";
import { payload } from "./bits";
import { checkBytes } from "./correction";
import { qrCode } from "./index";
import { matrixOf } from "./matrix";

const link = "http://127.0.0.1:8000/g/DD5rFn2gjotCitJGx-rj6Q";

test("check bytes are those of the standard's example, HELLO WORLD in version 1-M", () => {
  const data = Uint8Array.of(32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17);
  expect([...checkBytes(data, 10)]).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

test("the smallest version that holds the text is taken", () => {
  expect(payload("x".repeat(17))?.version).toBe(1);
  expect(payload("x".repeat(18))?.version).toBe(2);
  expect(payload(link)?.version).toBe(3);
  expect(payload("x".repeat(230))?.version).toBe(9);
  expect(payload("x".repeat(231))).toBeNull();
});

test("the three corners carry a finder, and the one module that is always dark is dark", () => {
  const matrix = matrixOf(payload(link)!);
  const size = matrix.length;
  expect(size).toBe(29);
  for (const [x, y] of [[0, 0], [size - 7, 0], [0, size - 7]] as const) {
    const top = matrix[y]!.slice(x, x + 7);
    const middle = matrix[y + 3]!.slice(x, x + 7);
    expect(top.every(Boolean)).toBe(true);
    expect(middle).toEqual([true, false, true, true, true, false, true]);
  }
  expect(matrix[size - 8]![8]).toBe(true);
});

test("a code has four light modules around it", () => {
  const code = qrCode(link)!;
  expect(code.size).toBe(29 + 8);
  expect(code.path.startsWith("M4 4h1v1h-1z")).toBe(true);
});
