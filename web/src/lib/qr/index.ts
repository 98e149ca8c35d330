/** A QR code as one path of squares, for an SVG whose box is the number of modules plus a quiet border. */
import { payload } from "./bits";
import { matrixOf } from "./matrix";

const BORDER = 4;

export interface QrCode {
  size: number;
  path: string;
}

export function qrCode(text: string): QrCode | null {
  const found = payload(text);
  if (!found) return null;
  const matrix = matrixOf(found);
  const squares = matrix.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x + BORDER} ${y + BORDER}h1v1h-1z`] : [])),
  );
  return { size: matrix.length + 2 * BORDER, path: squares.join("") };
}
